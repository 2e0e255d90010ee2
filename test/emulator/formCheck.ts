import { ApiError } from './apiError';
import type { CallRecord } from './callLog';

/**
 * Checks what has to be right about a call before its parameters are looked at.
 *
 * @param body content type that the endpoint's body has to be in, undefined when it takes none
 * @throws ApiError 403 for a browser's cross-domain call, 415 for the wrong content type, 400 for a body
 * where none belongs
 */
export function checkForm(call: CallRecord, body: string | undefined): void {
	if (call.headers.origin !== undefined) {
		throw new ApiError(
			403,
			'Cross-domain calls are refused',
			[{ Code: 'has_no_permission' }],
			'Origin: cross-domain call',
		);
	}
	if (body === undefined) {
		if (Number(call.headers['content-length'] ?? 0) === 0) return;
		throw new ApiError(
			400,
			'This endpoint takes no body',
			[{ Code: 'invalid_value' }],
			'body: none belongs here',
		);
	}
	const type = (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
	if (type !== body) {
		throw new ApiError(
			415,
			`Content-Type must be ${body}`,
			[{ Code: 'unsupported_media_type' }],
			`Content-Type: ${type === '' ? 'missing' : type} instead of ${body}`,
		);
	}
}
