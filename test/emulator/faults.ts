import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
	bytesAnswer,
	CODE_OF_STATUS,
	emptyAnswer,
	errorAnswer,
	htmlAnswer,
	jsonAnswer,
	tooManyRequests,
	type Answer,
} from './answers';
import { ApiError, type ErrorCode } from './apiError';
import type { CallRecord } from './callLog';
import type { EndpointId } from './endpoints';
import type { Switches } from './switches';

/** What goes wrong with a call. The table FAULTS says how each of them looks. */
export type FaultKind =
	| 'status'
	| 'resetOnArrival'
	| 'reset'
	| 'resetAfterHeaders'
	| 'resetMidBody'
	| 'resetAfterBody'
	| 'endless'
	| 'slow'
	| 'drip'
	| 'hang'
	| 'malformed'
	| 'html'
	| 'empty'
	| 'truncated'
	| 'errorBody200'
	| 'wrongContentType'
	| 'gzip'
	| 'transform'
	| 'emptyPage'
	| 'repeatToken';

/** Which calls a fault meets; what is left out matches everything. */
export interface FaultFilter {
	readonly endpoint?: EndpointId;
	readonly version?: string;
	readonly method?: string;
	readonly pathIncludes?: string;
	readonly match?: (call: CallRecord) => boolean;
}

/** One line of a script of faults. */
export interface FaultScript extends FaultFilter {
	readonly kind: FaultKind;
	/** Calls it meets before it is used up; 1 by default, Infinity for ever. */
	readonly times?: number;
	/** Matching calls that pass unharmed first; 0 by default. */
	readonly skip?: number;
	/** Whether the service does its work although the answer is replaced: the write that arrived and was never confirmed. */
	readonly process?: boolean;
	readonly status?: number;
	/** Body of the replaced answer: text or bytes as they are, anything else as JSON. */
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** Error type of the replaced answer's JSON body. */
	readonly code?: ErrorCode;
	readonly field?: string;
	/** Seconds that a scripted 429 asks for. */
	readonly retryAfter?: number;
	readonly delayMs?: number;
	/** In-process only: alters the decoded JSON of the real answer. */
	readonly transform?: (body: unknown, call: CallRecord) => unknown;
}

/** What a fault has at hand when it goes to work. */
interface FaultScene {
	readonly fault: FaultScript;
	readonly call: CallRecord;
	readonly switches: Switches;
	readonly raw: ServerResponse;
	/** Fires when the emulator closes. */
	readonly closing: AbortSignal;
}

interface FaultBehaviour {
	/** The service answers as usual first, and the fault spoils that answer. */
	readonly needsAnswer?: true;
	/** It strikes when the call's headers are there, before its body is read. */
	readonly early?: true;
	/** The answer to send; the real one when left out. */
	answer?(scene: FaultScene, real: Answer): Answer;
	/** How it is sent; in one piece when left out. */
	send?(scene: FaultScene, answer: Answer): Promise<void>;
}

const DEFAULT_DELAY_MS = 200;
const DRIP_PIECES = 10;

function head(raw: ServerResponse, answer: Answer): void {
	raw.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
}

async function sendWhole({ raw }: FaultScene, answer: Answer): Promise<void> {
	head(raw, answer);
	await new Promise<void>((resolve) => {
		raw.once('close', resolve);
		raw.end(answer.body, resolve);
	});
}

async function pause(scene: FaultScene, ms: number): Promise<void> {
	await wait(ms, undefined, { signal: scene.closing, ref: false }).catch(() => undefined);
}

/** Sends the start of an answer, lets it arrive, and hangs up. */
async function breakOff(scene: FaultScene, answer: Answer, share: number): Promise<void> {
	const { raw } = scene;
	head(raw, answer);
	raw.flushHeaders();
	const start = answer.body.subarray(0, Math.floor(answer.body.length * share));
	if (start.length > 0) await new Promise<void>((resolve) => raw.write(start, () => resolve()));
	await pause(scene, 10);
	raw.destroy();
}

function replaced({ fault, call, switches }: FaultScene): Answer {
	const status = fault.status ?? 500;
	if (fault.body !== undefined) {
		const raw = fault.body;
		if (Buffer.isBuffer(raw)) return bytesAnswer(status, 'application/octet-stream', raw);
		if (typeof raw === 'string')
			return bytesAnswer(status, 'application/json; charset=utf-8', Buffer.from(raw));
		return jsonAnswer(status, raw);
	}
	if (status === 429) {
		return tooManyRequests(
			{ accessCount: 11, retryAfterMs: (fault.retryAfter ?? 1) * 1000 },
			switches,
			call.version,
		);
	}
	const code = fault.code ?? CODE_OF_STATUS[status];
	const details = code
		? [{ Code: code, ...(fault.field !== undefined && { field: fault.field }) }]
		: [];
	return errorAnswer(
		new ApiError(status, `Scripted answer ${status}`, details),
		switches,
		call.endpoint,
	);
}

/** What is sent over and over: some text or bytes, a megabyte of blanks unless said. */
function repeated({ body = Buffer.alloc(1024 ** 2, ' '), status = 200 }: FaultScript): Answer {
	return bytesAnswer(status, 'application/json; charset=utf-8', Buffer.isBuffer(body) ? body : Buffer.from(String(body)));
}

async function hangUp({ raw }: FaultScene): Promise<void> {
	raw.socket?.resetAndDestroy();
}

const FAULTS: Readonly<Record<FaultKind, FaultBehaviour>> = {
	status: { answer: replaced },
	resetOnArrival: { early: true, send: hangUp },
	reset: { send: hangUp },
	hang: {
		async send(scene) {
			if (scene.fault.delayMs === undefined) return;
			await pause(scene, scene.fault.delayMs);
			scene.raw.destroy();
		},
	},
	malformed: {
		answer: ({ fault }) =>
			bytesAnswer(
				fault.status ?? 200,
				'application/json; charset=utf-8',
				Buffer.from('{"hasMore":false,"data":[{"id":'),
			),
	},
	html: { answer: ({ fault }) => htmlAnswer(fault.status ?? 200) },
	empty: { answer: ({ fault }) => emptyAnswer(fault.status ?? 200) },
	errorBody200: {
		answer: ({ fault }) =>
			jsonAnswer(200, {
				statusCode: fault.status ?? 500,
				message: 'Scripted error inside a 200',
				error: [{ Code: fault.code ?? 'invalid_value', field: fault.field ?? 'limit' }],
			}),
	},
	resetAfterHeaders: {
		needsAnswer: true,
		send: async (scene, answer) => breakOff(scene, answer, 0),
	},
	resetMidBody: { needsAnswer: true, send: async (scene, answer) => breakOff(scene, answer, 0.5) },
	resetAfterBody: {
		needsAnswer: true,
		async send(scene, answer) {
			const { socket } = scene.raw;
			await sendWhole(scene, answer);
			await pause(scene, 10);
			socket?.resetAndDestroy();
		},
	},
	endless: {
		answer: ({ fault }) => repeated(fault),
		async send(scene, { status, headers, body }) {
			const { raw, fault, closing } = scene;
			raw.writeHead(status, headers);
			while (!raw.destroyed && !closing.aborted) {
				const isTaken = raw.write(body);
				if (fault.delayMs !== undefined || !isTaken) await pause(scene, fault.delayMs ?? 1);
			}
			raw.destroy();
		},
	},
	slow: {
		needsAnswer: true,
		async send(scene, answer) {
			await pause(scene, scene.fault.delayMs ?? DEFAULT_DELAY_MS);
			await sendWhole(scene, answer);
		},
	},
	drip: {
		needsAnswer: true,
		async send(scene, answer) {
			const step = Math.max(1, Math.ceil(answer.body.length / DRIP_PIECES));
			head(scene.raw, answer);
			for (let start = 0; start < answer.body.length && !scene.raw.destroyed; start += step) {
				scene.raw.write(answer.body.subarray(start, start + step));
				await pause(scene, (scene.fault.delayMs ?? DEFAULT_DELAY_MS) / DRIP_PIECES);
			}
			scene.raw.end();
		},
	},
	truncated: {
		needsAnswer: true,
		answer: (_, real) => ({
			...real,
			body: real.body.subarray(0, Math.floor(real.body.length / 2)),
		}),
	},
	wrongContentType: {
		needsAnswer: true,
		answer: (_, real) => ({ ...real, headers: { ...real.headers, 'content-type': 'text/plain' } }),
	},
	gzip: {
		needsAnswer: true,
		answer: (_, real) => ({
			...real,
			headers: { ...real.headers, 'content-encoding': 'gzip' },
			body: gzipSync(real.body),
		}),
	},
	transform: {
		needsAnswer: true,
		answer: ({ fault, call }, real) => {
			const body: unknown = JSON.parse(real.body.toString());
			return jsonAnswer(fault.status ?? real.status, fault.transform ? fault.transform(body, call) : body);
		},
	},
	emptyPage: { needsAnswer: true },
	repeatToken: { needsAnswer: true },
};

interface ArmedFault {
	readonly script: FaultScript;
	skip: number;
	left: number;
}

function matches(script: FaultScript, call: CallRecord): boolean {
	return (
		(script.endpoint === undefined || script.endpoint === call.endpoint) &&
		(script.version === undefined || script.version === call.version) &&
		(script.method === undefined || script.method === call.method) &&
		(script.pathIncludes === undefined || call.path.includes(script.pathIncludes)) &&
		(script.match === undefined || script.match(call))
	);
}

/** A script of faults, consumed call by call in the order the lines were added. */
export class FaultBook {
	private armed: ArmedFault[] = [];

	/** Adds a line to the script. @throws Error for a kind that does not exist */
	add(script: FaultScript): void {
		if (!(script.kind in FAULTS))
			throw new Error(`There is no fault called ${String(script.kind)}`);
		this.armed.push({ script, skip: script.skip ?? 0, left: script.times ?? 1 });
	}

	/** Drops what is left of the script. */
	clear(): void {
		this.armed = [];
	}

	/** Faults that wait for a call. */
	get waiting(): number {
		return this.armed.length;
	}

	/**
	 * The fault that meets this call, if any; uses it up.
	 *
	 * @param moment `arrival` for those that strike before the call's body is read, `answer` for all others
	 */
	take(call: CallRecord, moment: 'arrival' | 'answer'): FaultScript | undefined {
		for (const fault of this.armed) {
			const isEarly = FAULTS[fault.script.kind].early === true;
			if (isEarly !== (moment === 'arrival') || !matches(fault.script, call)) continue;
			if (fault.skip > 0) {
				fault.skip -= 1;
				continue;
			}
			fault.left -= 1;
			if (fault.left <= 0) this.armed = this.armed.filter((other) => other !== fault);
			return fault.script;
		}
		return undefined;
	}
}

/** Whether the service has to do its work before this fault strikes. */
export function needsAnswer(fault: FaultScript): boolean {
	return fault.process === true || FAULTS[fault.kind].needsAnswer === true;
}

/**
 * Lets a fault strike: sends whatever it makes of the real answer. Returns the status that went out,
 * 0 for none.
 *
 * @param real the service's answer; needed for faults that `needsAnswer` names
 */
export async function strike(scene: FaultScene, real: Answer | undefined): Promise<number> {
	const behaviour = FAULTS[scene.fault.kind];
	const made = behaviour.answer?.(scene, real ?? emptyAnswer(200)) ?? real ?? emptyAnswer(200);
	const answer = { ...made, headers: { ...made.headers, ...scene.fault.headers } };
	await (behaviour.send ?? sendWhole)(scene, answer);
	return scene.raw.headersSent ? answer.status : 0;
}
