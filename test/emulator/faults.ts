import type { ServerResponse } from 'node:http';
import {
	ApiError,
	bytesAnswer,
	CODE_OF_STATUS,
	emptyAnswer,
	errorAnswer,
	htmlAnswer,
	jsonAnswer,
	tooManyRequests,
	type Answer,
	type ErrorCode,
} from './answers';
import type { EmulatorPace } from './clock';
import type { EndpointId } from './endpoints';
import type { CallRecord } from './server';
import type { Switches } from './switches';

/** What goes wrong with a call. The table FAULTS says how each of them looks. */
export type FaultKind =
	| 'status'
	| 'html'
	| 'empty'
	| 'reset'
	| 'resetMidBody'
	| 'hang'
	| 'slow'
	| 'transform'
	| 'emptyPage';

/** One line of a script of faults; what is left out of the filter matches every call. */
export interface FaultScript {
	readonly kind: FaultKind;
	readonly endpoint?: EndpointId;
	readonly version?: string;
	readonly match?: (call: CallRecord) => boolean;
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
	/** Error type and field of the replaced answer's JSON body. */
	readonly code?: ErrorCode;
	readonly field?: string;
	/** Seconds that a scripted 429 asks for. */
	readonly retryAfter?: number;
	readonly delayMs?: number;
	/** Alters the decoded JSON of the real answer. */
	readonly transform?: (body: unknown, call: CallRecord) => unknown;
}

/** What a fault has at hand when it goes to work. */
interface FaultScene {
	readonly fault: FaultScript | undefined;
	readonly call: CallRecord;
	readonly switches: Switches;
	readonly response: ServerResponse;
	readonly pace: EmulatorPace;
	/** Fires when the emulator closes. */
	readonly closing: AbortSignal;
}

interface FaultBehaviour {
	/** The service answers as usual first, and the fault spoils that answer. */
	readonly needsAnswer?: true;
	/** The answer to send; the real one when left out. */
	answer?(fault: FaultScript, scene: FaultScene, real: Answer): Answer;
	/** How it is sent; in one piece when left out. */
	send?(scene: FaultScene, answer: Answer): Promise<void>;
}

const DELAY_MS = 200;

async function sendWhole({ response }: FaultScene, { status, headers, body }: Answer): Promise<void> {
	response.writeHead(status, { ...headers, 'content-length': String(body.length) });
	await new Promise<void>((resolve) => {
		response.once('close', resolve);
		response.end(body, resolve);
	});
}

function replaced(fault: FaultScript, { call, switches }: FaultScene): Answer {
	const { status = 500, body, field, retryAfter = 1 } = fault;
	if (Buffer.isBuffer(body)) return bytesAnswer(status, 'application/octet-stream', body);
	if (typeof body === 'string') return bytesAnswer(status, 'application/json; charset=utf-8', Buffer.from(body));
	if (body !== undefined) return jsonAnswer(status, body);
	if (status === 429) return tooManyRequests({ accessCount: 11, retryAfterMs: retryAfter * 1000 }, switches, call.version);
	const Code = fault.code ?? CODE_OF_STATUS[status];
	const details = Code ? [{ Code, ...(field !== undefined && { field }) }] : [];
	return errorAnswer(new ApiError(status, `Scripted answer ${status}`, details), switches, call.endpoint);
}

const FAULTS: Readonly<Record<FaultKind, FaultBehaviour>> = {
	status: { answer: replaced },
	html: { answer: ({ status = 200 }) => htmlAnswer(status) },
	empty: { answer: ({ status = 200 }) => emptyAnswer(status) },
	reset: { send: async ({ response }) => void response.socket?.resetAndDestroy() },
	/** Sends the first half of the answer, lets it arrive, and hangs up. */
	resetMidBody: {
		needsAnswer: true,
		async send({ response, closing, pace }, { status, headers, body }) {
			response.writeHead(status, { ...headers, 'content-length': String(body.length) });
			await new Promise<void>((resolve) => response.write(body.subarray(0, body.length / 2), () => resolve()));
			await pace.sleep(10, closing);
			response.destroy();
		},
	},
	hang: {
		async send({ fault, response, closing, pace }) {
			if (fault?.delayMs === undefined) return;
			await pace.sleep(fault.delayMs, closing);
			response.destroy();
		},
	},
	slow: {
		needsAnswer: true,
		async send(scene, answer) {
			await scene.pace.sleep(scene.fault?.delayMs ?? DELAY_MS, scene.closing);
			await sendWhole(scene, answer);
		},
	},
	transform: {
		needsAnswer: true,
		answer({ status, transform }, { call }, real) {
			const body: unknown = JSON.parse(real.body.toString());
			return jsonAnswer(status ?? real.status, transform ? transform(body, call) : body);
		},
	},
	emptyPage: { needsAnswer: true },
};

/** A script of faults, consumed call by call in the order the lines were added. */
export class FaultBook {
	private armed: Array<{ readonly script: FaultScript; skip: number; left: number }> = [];

	/** Adds a line to the script. */
	add(script: FaultScript): void {
		this.armed.push({ script, skip: script.skip ?? 0, left: script.times ?? 1 });
	}

	/** Drops what is left of the script. */
	clear(): void {
		this.armed = [];
	}

	/** The fault that meets this call, if any; uses it up. */
	take(call: CallRecord): FaultScript | undefined {
		for (const fault of this.armed) {
			const { endpoint = call.endpoint, version = call.version, match } = fault.script;
			if (endpoint !== call.endpoint || version !== call.version || match?.(call) === false) continue;
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
 * Sends an answer, or lets a fault make of it what it makes of it.
 *
 * @param real the service's answer; needed without a fault, and for those that `needsAnswer` names
 * @returns the status that went out, 0 for none
 */
export async function strike(scene: FaultScene, real: Answer = emptyAnswer(200)): Promise<number> {
	const { fault, response } = scene;
	const behaviour = fault ? FAULTS[fault.kind] : {};
	const made = (fault && behaviour.answer?.(fault, scene, real)) ?? real;
	await (behaviour.send ?? sendWhole)(scene, { ...made, headers: { ...made.headers, ...fault?.headers } });
	return response.headersSent ? made.status : 0;
}
