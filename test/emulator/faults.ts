import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ApiError, bytesAnswer, CODE_OF_STATUS, emptyAnswer, errorAnswer, htmlAnswer } from './answers';
import { jsonAnswer, tooManyRequests, type Answer } from './answers';
import type { EndpointId } from './endpoints';
import type { CallRecord } from './server';
import type { Switches } from './switches';

/** What can go wrong with a call. */
export type FaultKind =
	'status' | 'html' | 'empty' | 'endless' | 'reset' | 'resetMidBody' | 'hang' | 'transform' | 'emptyPage';

/** One line of a script of faults; what is left out of the filter matches every call. */
export interface FaultScript {
	readonly kind: FaultKind;
	readonly endpoint?: EndpointId;
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
	readonly code?: string;
	readonly field?: string;
	/** Seconds that a scripted 429 asks for. */
	readonly retryAfter?: number;
	/** Alters the decoded JSON of the real answer. */
	readonly transform?: (body: unknown, call: CallRecord) => unknown;
}

/** What a fault has at hand when it goes to work. */
interface FaultScene {
	readonly call: CallRecord;
	readonly switches: Switches;
	readonly response: ServerResponse;
	readonly real: () => Promise<Answer>;
}

/** What is answered instead; undefined where the connection has its end without an answer. */
type Fault = (script: FaultScript, scene: FaultScene) => Promise<Answer | undefined>;

function replaced(
	{ status = 500, body, field, retryAfter = 1, ...script }: FaultScript,
	{ call, switches }: FaultScene,
): Answer {
	if (Buffer.isBuffer(body)) return bytesAnswer(status, 'application/octet-stream', body);
	if (typeof body === 'string') return bytesAnswer(status, 'application/json; charset=utf-8', Buffer.from(body));
	if (body !== undefined) return jsonAnswer(status, body);
	if (status === 429) return tooManyRequests({ accessCount: 11, retryAfterMs: retryAfter * 1000 }, switches);
	const { code: Code = CODE_OF_STATUS[status] } = script;
	const detail = { ...(Code && { Code }), ...(field !== undefined && { field }) };
	return errorAnswer(new ApiError(status, `Scripted answer ${status}`, detail), switches, call.endpoint);
}

/** A piece of a body without an end: white space, of which JSON and CSV may have any amount. */
const PIECE = Buffer.alloc(256 * 1024, ' ');

const FAULTS: Readonly<Record<FaultKind, Fault>> = {
	status: async (script, scene) => replaced(script, scene),
	html: async ({ status = 200 }) => htmlAnswer(status),
	empty: async ({ status = 200 }) => emptyAnswer(status),
	/** A body that never ends: it goes on until nobody reads it any more. */
	endless: async ({ status = 200, headers }, { call, response }) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.on('error', () => undefined);
		const closed = once(response, 'close');
		while (!response.destroyed) {
			call.answerBytes += PIECE.length;
			if (!response.write(PIECE)) await Promise.race([once(response, 'drain'), closed]);
		}
		return undefined;
	},
	/** The connection is reset without an answer. */
	reset: async (_, { response }) => void response.socket?.resetAndDestroy(),
	/** The first half of the answer arrives, then the connection ends. */
	resetMidBody: async (_, { response, real }) => {
		const { status, headers, body } = await real();
		response.writeHead(status, { ...headers, 'content-length': String(body.length) });
		response.write(body.subarray(0, body.length / 2));
		response.socket?.destroySoon();
		return undefined;
	},
	/** Nothing comes. */
	hang: async () => undefined,
	transform: async ({ status, transform = (body) => body }, { call, real }) => {
		const answer = await real();
		return jsonAnswer(status ?? answer.status, transform(JSON.parse(answer.body.toString()), call));
	},
	/** An empty page that promises more: the service makes it itself. */
	emptyPage: async (_, { real }) => await real(),
};

/** A script of faults, consumed call by call in the order the lines were added. */
export class FaultBook {
	private armed: Array<{ readonly script: FaultScript; skip: number; left: number }> = [];

	add(script: FaultScript): void {
		this.armed.push({ script, skip: script.skip ?? 0, left: script.times ?? 1 });
	}

	clear(): void {
		this.armed = [];
	}

	/** The fault that meets this call, if any; uses it up. */
	take(call: CallRecord): FaultScript | undefined {
		const fits = ({ endpoint = call.endpoint, match }: FaultScript) =>
			endpoint === call.endpoint && match?.(call) !== false;
		// Lines that pass their first calls unharmed count them.
		const fault = this.armed.find((line) => fits(line.script) && (line.skip -= 1) < 0);
		if (fault && (fault.left -= 1) <= 0) this.armed = this.armed.filter((line) => line !== fault);
		return fault?.script;
	}
}

/** Answers a call, or lets a fault make of the answer what it makes of it. @returns the status that went out, 0 for none */
export async function strike(script: FaultScript | undefined, scene: FaultScene): Promise<number> {
	const { call, response, real } = scene;
	if (script?.process) await real();
	const answer = script ? await FAULTS[script.kind](script, scene) : await real();
	if (!answer) return response.headersSent ? response.statusCode : 0;
	call.answerBytes = answer.body.length;
	const headers = { ...answer.headers, ...script?.headers, 'content-length': String(answer.body.length) };
	response.writeHead(answer.status, headers);
	await once(response.end(answer.body), 'close');
	return answer.status;
}
