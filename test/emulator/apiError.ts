/** Error types of the spec's table; statuses without a type carry none. */
export type ErrorCode =
	| 'required'
	| 'invalid_value'
	| 'expired_token'
	| 'over_storage_capacity'
	| 'over_digitization_capacity'
	| 'invalid_api_key'
	| 'invalid_app_id'
	| 'has_no_permission'
	| 'conflict'
	| 'unsupported_media_type'
	| 'too_many_request';

/** One entry of an error body's `error` array. */
export interface ErrorDetail {
	readonly Code?: ErrorCode;
	readonly field?: string;
	readonly access_count?: number;
	readonly retry_after?: number;
}

/**
 * An answer that refuses a call. Thrown by checks and handlers, turned into an answer in one place.
 * `rule` is set when a strict emulator should hold the call against its sender.
 */
export class ApiError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
		readonly details: readonly ErrorDetail[] = [],
		readonly rule?: string,
	) {
		super(message);
	}
}

/** 400 for a parameter or field whose value the spec does not allow; a breach of the interface. */
export function invalidValue(field: string, why: string): ApiError {
	return new ApiError(
		400,
		`${field} is invalid: ${why}`,
		[{ Code: 'invalid_value', field }],
		`${field}: ${why}`,
	);
}

/** 400 for a mandatory parameter or field that is missing; a breach of the interface. */
export function required(field: string): ApiError {
	return new ApiError(
		400,
		`${field} is required`,
		[{ Code: 'required', field }],
		`${field}: required`,
	);
}

/** 400 for a value that only the service can know to be wrong: no breach of the interface. */
export function notTaken(field: string, message: string): ApiError {
	return new ApiError(400, message, [{ Code: 'invalid_value', field }]);
}
