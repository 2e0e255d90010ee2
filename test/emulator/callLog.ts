import type { EndpointId } from './endpoints';
import type { QueryPairs } from './parameters';

/** One part of a multipart body, in the order sent. */
export interface CallPart {
	readonly name: string;
	/** Undefined for plain fields. */
	readonly filename?: string;
	readonly contentType: string;
	readonly data: Buffer;
}

/** One call as it reached the emulator. */
export interface CallRecord {
	/** 1 for the first call after a start or a cleared log. */
	readonly n: number;
	/** The emulator clock's time of arrival. */
	readonly time: number;
	/** Monotonic milliseconds of arrival, for measuring pace. */
	readonly arrivedAt: number;
	readonly method: string;
	/** Path with the version segment, still encoded, without query. */
	readonly path: string;
	/** The version segment's number, also when there is no such version; empty when there is none. */
	readonly version: string;
	readonly endpoint?: EndpointId;
	/** Decoded path parameter. */
	readonly id: string;
	readonly query: QueryPairs;
	/** Names in lower case; repeated headers joined with a comma. */
	readonly headers: Readonly<Record<string, string>>;
	/** Raw body of calls that have one. */
	bodyBuffer?: Buffer;
	/** The body as UTF-8 text. */
	bodyText?: string;
	/** Parts of a multipart body. */
	parts?: CallPart[];
	/** Why a multipart body could not be read. */
	bodyError?: string;
	/** Kind of the scripted fault that met the call. */
	fault?: string;
	/** Status sent; 0 while unanswered and for calls that ended without one. */
	status: number;
	/** Id of the user whose key was sent. */
	userId?: string;
	/** Bytes of the answer's body. */
	answerBytes: number;
}

/** A breach of the service's interface by the client. */
export interface Violation {
	readonly call: CallRecord;
	readonly rule: string;
}

/** Everything that was asked, and what was wrong with it. */
export class CallLog {
	readonly calls: CallRecord[] = [];
	readonly violations: Violation[] = [];
	refusedByRateLimit = 0;

	/** Writes a call down under the next number. */
	open(call: Omit<CallRecord, 'n' | 'status' | 'answerBytes'>): CallRecord {
		const record: CallRecord = { n: this.calls.length + 1, ...call, status: 0, answerBytes: 0 };
		this.calls.push(record);
		return record;
	}

	/** Forgets calls, violations and refusals. */
	clear(): void {
		this.calls.length = 0;
		this.violations.length = 0;
		this.refusedByRateLimit = 0;
	}
}
