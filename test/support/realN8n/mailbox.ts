import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { waitFor } from './wait';

/** A mail server of the loopback interface that takes every mail and keeps it. */
export interface Mailbox {
	/** Fields of n8n's credential "SMTP" for it. */
	readonly credentialFields: Readonly<Record<string, string | number | boolean>>;
	/** The mails that have come, as they were sent, oldest first. */
	readonly mails: readonly string[];
	stop(): Promise<void>;
}

/** What the server says to a command, by its first word; everything else is taken as it is. */
const REPLIES: Readonly<Record<string, string>> = {
	EHLO: '250 localhost',
	DATA: '354 Go on',
	QUIT: '221 Goodbye',
};

const END_OF_COMMAND = '\r\n';
const END_OF_MAIL = '\r\n.\r\n';

/** Talks to one client: commands, and after DATA a mail. */
function converse(socket: Socket, keep: (mail: string) => void): void {
	let received = '';
	let isMail = false;
	const reply = (text: string) => socket.write(`${text}\r\n`);
	reply('220 localhost');
	socket.setEncoding('utf8');
	socket.on('error', () => socket.destroy());
	socket.on('data', (piece: string) => {
		received += piece;
		for (;;) {
			const end = isMail ? END_OF_MAIL : END_OF_COMMAND;
			const at = received.indexOf(end);
			if (at < 0) return;
			const text = received.slice(0, at);
			received = received.slice(at + end.length);
			if (isMail) {
				keep(text);
				isMail = false;
				reply('250 Kept');
				continue;
			}
			const word = text.split(' ', 1)[0]?.toUpperCase() ?? '';
			isMail = word === 'DATA';
			reply(REPLIES[word] ?? '250 OK');
			if (word === 'QUIT') socket.end();
		}
	});
}

async function close(server: Server): Promise<void> {
	await new Promise((resolve) => server.close(resolve));
}

/** Starts a mail server on a free port. */
export async function startMailbox(): Promise<Mailbox> {
	const mails: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		converse(socket, (mail) => mails.push(mail));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		credentialFields: { host: '127.0.0.1', port, secure: false, disableStartTls: true, user: '', password: '' },
		mails,
		async stop() {
			for (const socket of sockets) socket.destroy();
			await close(server);
		},
	};
}

/** The text of a mail's only part, in the clear. @throws for an encoding that mails of n8n do not have */
function bodyOf(mail: string): string {
	const [head = '', ...rest] = mail.split('\r\n\r\n');
	const body = rest.join('\r\n\r\n');
	const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1]?.toLowerCase() ?? '7bit';
	if (encoding === '7bit') return body;
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
	if (encoding !== 'quoted-printable') throw new Error(`A mail in ${encoding} is not read here.`);
	const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Waits for the next mail and reads it. */
export async function nextMail({ mails }: Mailbox, after: number, timeoutMs: number): Promise<string> {
	return bodyOf(await waitFor('a mail', () => mails[after], { timeoutMs }));
}

/** The links of a mail by what is written on them. */
export function linksIn(html: string): Record<string, string> {
	const links = [...html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([^<]*)<\/a>/g)];
	return Object.fromEntries(links.map(([, target = '', words = '']) => [words.trim(), target.replaceAll('&amp;', '&')]));
}
