import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Execution } from './client';
import { libraryOfN8n } from './versions';
import type { World } from './world';

/** A mail server of the loopback interface that takes every mail and keeps it. */
export interface Mailbox {
	/** Fields of n8n's credential "SMTP" for it. */
	readonly credentialFields: Readonly<Record<string, string | number | boolean>>;
	/** The mails that have come, as they were sent, oldest first. */
	readonly mails: readonly string[];
	stop(): void;
}

/** Talks to one client: commands, and after DATA a mail. */
async function converse(socket: Socket, keep: (mail: string) => void): Promise<void> {
	const reply = (text: string) => socket.write(`${text}\r\n`);
	let mail: string[] | undefined;
	reply('220 localhost');
	for await (const line of createInterface({ input: socket })) {
		if (mail && line === '.') {
			keep(mail.join('\r\n'));
			mail = undefined;
			reply('250 Kept');
		} else if (mail) mail.push(line);
		else if (line.startsWith('QUIT')) socket.end('221 Goodbye\r\n');
		else {
			if (line.startsWith('DATA')) mail = [];
			reply(mail ? '354 Go on' : '250 OK');
		}
	}
}

/** Starts a mail server on a free port. */
export async function startMailbox(): Promise<Mailbox> {
	const mails: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => socket.destroy());
		converse(socket, (mail) => mails.push(mail)).catch(() => socket.destroy());
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		credentialFields: { host: '127.0.0.1', port, secure: false, disableStartTls: true, user: '', password: '' },
		mails,
		stop() {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}

/** What is used of the library with which n8n itself reads mails. */
interface MailParser {
	simpleParser(mail: string): Promise<{ html: string }>;
}

/** To n8n, whoever opens the link has to look like a person. */
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };

/** What a workflow asks by mail, and how a person answers it. */
export interface Question {
	readonly mail: string;
	/** Opens the link with this label, and waits for the end of the execution. */
	answer(label: string): Promise<Execution>;
}

/** Runs a workflow by hand until it has sent a mail and waits for an answer. */
export async function untilAsked(
	{ client, until }: World,
	{ mails }: Mailbox,
	workflowId: string,
	from: string,
): Promise<Question> {
	const already = mails.length;
	const executionId = await client.begin(workflowId, from);
	const sent = await until('a mail', () => mails[already]);
	const waits = async () => ((await client.execution(executionId)).status === 'waiting' ? true : undefined);
	await until('n8n to wait for the answer', waits);
	const { html } = await libraryOfN8n<MailParser>('mailparser').simpleParser(sent);
	return {
		mail: html,
		async answer(label) {
			const links = [...html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([^<]*)<\/a>/g)];
			const [, target = ''] = links.find(([, , words = '']) => words.trim() === label) ?? [];
			const { status } = await fetch(target.replaceAll('&amp;', '&'), { headers: PERSON });
			if (status !== 200) throw new Error(`The link "${label}" was answered with ${status}`);
			return await client.finished(executionId);
		},
	};
}
