import { CredentialFault } from './credentials';
import { isObject } from '../base/json';

const LOST = 'The connection to the service was lost before the response was complete';
const SILENT = 'The service did not respond in time';
const UNSAFE = 'The service cannot be reached safely:';

/** What a person is told about a connection that failed, by the system's error code. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
	['ECONNREFUSED', 'The service cannot be reached: nothing answers at its address'],
	['ENOTFOUND', 'The service cannot be reached: its host name is not known'],
	['EAI_AGAIN', 'The service cannot be reached: its host name could not be looked up'],
	['ECONNRESET', LOST],
	['ERR_BAD_RESPONSE', LOST],
	['EPIPE', LOST],
	['ERR_STREAM_PREMATURE_CLOSE', LOST],
	['Z_DATA_ERROR', 'The service sent a response that cannot be decompressed'],
	['Z_BUF_ERROR', 'The service sent a response that cannot be decompressed'],
	['ECONNABORTED', SILENT],
	['ETIMEDOUT', SILENT],
	['EHOSTUNREACH', 'The service cannot be reached: there is no route to its host'],
	['ENETUNREACH', 'The service cannot be reached: there is no route to its network'],
]);

/** The same for certificates that are refused, all of them before anything of the request is sent. */
const CERTIFICATE_MESSAGES: ReadonlyMap<string, string> = new Map([
	['CERT_HAS_EXPIRED', `${UNSAFE} its certificate has expired`],
	['CERT_NOT_YET_VALID', `${UNSAFE} its certificate is not valid yet`],
	['CERT_REVOKED', `${UNSAFE} its certificate was revoked`],
	['DEPTH_ZERO_SELF_SIGNED_CERT', `${UNSAFE} its certificate is self-signed`],
	['SELF_SIGNED_CERT_IN_CHAIN', `${UNSAFE} its certificate comes from an authority that n8n does not know`],
	['ERR_TLS_CERT_ALTNAME_INVALID', `${UNSAFE} its certificate is for another host`],
	['HOSTNAME_MISMATCH', `${UNSAFE} its certificate is for another host`],
]);

const OTHER_CERTIFICATE = `${UNSAFE} its certificate cannot be verified`;
const NO_TLS = `${UNSAFE} its address offers no secure connection`;

/** How OpenSSL calls the other ways in which a certificate fails, and Node.js what fails while TLS is agreed on. */
const CERTIFICATE_CODE = /^(?:CERT|CRL|UNABLE_TO|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERROR_IN_C)/;
const HANDSHAKE_CODE = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|\w*HANDSHAKE_FAILURE|\w*PROTOCOL_VERSION|PACKET_LENGTH_TOO_LONG)$/;

const NEVER_CONNECTED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Why a call got no response. */
export interface NetworkFailure {
	/** Code of the system error (ECONNRESET, …). */
	readonly code: string;
	/** Whether the request may have reached the service. */
	readonly mayHaveArrived: boolean;
}

/** @returns `undefined` for a code that no sentence is known for */
export function networkMessage(code: string): string | undefined {
	const message = MESSAGES.get(code) ?? CERTIFICATE_MESSAGES.get(code);
	if (message !== undefined) return message;
	if (CERTIFICATE_CODE.test(code)) return OTHER_CERTIFICATE;
	return HANDSHAKE_CODE.test(code) ? NO_TLS : undefined;
}

/** Whether a code is one of a connection that could not be made safe, so that nothing was sent on it. */
export function isUnsafe(code: string): boolean {
	return networkMessage(code)?.startsWith(UNSAFE) ?? false;
}

/** The error, and what n8n made it of, which it keeps here or there by version. */
function partsOf(error: unknown): Array<Record<string, unknown>> {
	const parts = isObject(error) ? [error, error.cause, error.errorResponse] : [];
	return parts.filter(isObject);
}

/** What the credential refused on the way, if it did. */
export function credentialFaultIn(error: unknown): CredentialFault | undefined {
	return partsOf(error).find((part) => part instanceof CredentialFault);
}

/** What OpenSSL calls the failure, inside the message of an error whose code only says that the protocol is broken. */
const OPENSSL_REASON = /:SSL routines:[^:]*:([^:]+):/;

function codesOf({ code, httpCode, message }: Record<string, unknown>): string[] {
	const reason = code === 'EPROTO' || httpCode === 'EPROTO' ? OPENSSL_REASON.exec(String(message))?.[1] : undefined;
	if (reason !== undefined) return [`ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`];
	return [code, httpCode].filter((each): each is string => typeof each === 'string' && each !== '');
}

/** Reads from what n8n throws why there was no response. */
export function readNetworkFailure(error: unknown): NetworkFailure {
	const codes = partsOf(error).flatMap(codesOf);
	const code = codes.find((each) => each !== 'EPROTO') ?? codes[0] ?? 'no answer';
	return { code, mayHaveArrived: !NEVER_CONNECTED.has(code) && !isUnsafe(code) };
}
