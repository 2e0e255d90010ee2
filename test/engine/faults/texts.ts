import type { Effect, Said } from './matrix';

/** What people read, in the words they read it in: a change of a text is a change of this table. */

/** Said with every write of which nobody knows whether it arrived. */
export const MAYBE_WRITTEN =
	'The request may have reached the service, so it was not sent again. Look in the service before you repeat it, or the card, image or import may exist twice.';

export const CHECK_CONNECTION = 'Check the Base URL in the credential and the connection, then try again.';

export const FOREIGN = 'The response may come from something other than the service: check the Base URL in the credential.';

/** A read that gets no usable answer. */
export function unanswered(message: string, description = CHECK_CONNECTION): Said {
	return { message, description: [description], httpCode: 'none' };
}

/** A read that is tried again, and a write that is not. */
export function lost(message: string): { effect: Effect; onWrites: Effect } {
	return {
		effect: { kind: 'retried', said: unanswered(message) },
		onWrites: { kind: 'fails', said: unanswered(message, MAYBE_WRITTEN) },
	};
}

/** An answer that is refused as it is, without asking again. */
export function useless(message: string, description = FOREIGN): Effect {
	return { kind: 'fails', said: unanswered(message, description) };
}

/** A write whose answer does not say what became of it. */
export const SILENT_WRITES: Readonly<Record<string, Effect>> = {
	'businessCard.create': useless('The service accepted the card, but its response cannot be read', MAYBE_WRITTEN),
	'businessCard.uploadImage': useless('The service accepted the image, but did not return its card', MAYBE_WRITTEN),
	'organizationImport.create': useless('The service accepted the import, but returned no import ID', MAYBE_WRITTEN),
};

/** A poll that its time ran out on. */
export const POLL_OUT_OF_TIME: Effect = {
	kind: 'fails',
	said: {
		message: 'The service did not respond within the time of one poll',
		description: ['The next poll tries again. If this happens again, check the Base URL in the credential and the connection.'],
		httpCode: undefined,
	},
};

const PERMISSION =
	'Ask an administrator for the permission to use the API. For users, departments and imports, the user of the API key must be a system administrator.';

/** What is advised for each error type of the service. */
export const ADVICE: Readonly<Record<string, string>> = {
	required: 'Fill in the named field.',
	invalid_value: 'Correct the value of the named field.',
	expired_token: 'Run the node again: the service keeps a page token for 6 hours.',
	over_storage_capacity: 'The number of registered cards has reached its limit: ask your administrator for more capacity.',
	over_digitization_capacity:
		'The amount of business card data has reached its limit: ask your administrator for more capacity.',
	invalid_api_key: 'Check the API Key in the credential: it may be incomplete, revoked or issued again.',
	invalid_app_id: 'Check the App ID in the credential. Leave it empty outside of the partner program.',
	has_no_permission: PERMISSION,
	conflict: 'Another operation is working on the same data: try again when it has finished.',
	unsupported_media_type: 'The service did not accept the format of the request.',
	too_many_request: 'The service allows 10 calls per second for each key. Other programs may be using the same key.',
};

/** What is said for a status whose body says nothing. */
export const BARE: Readonly<Record<number, readonly [message: string, advice: string]>> = {
	302: [
		'The service sent an unexpected response (status 302)',
		'Check the Base URL in the credential: the response may come from something else, such as a proxy.',
	],
	401: ['The service did not accept the API Key or the App ID (status 401)', 'Check both in the credential.'],
	403: ['The user of the API key has no permission for this (status 403)', PERMISSION],
	404: [
		'The service did not find the record (status 404)',
		'Check the ID: the record may have been deleted, or the user of the API key may not see it.',
	],
	409: [
		'The request conflicts with another operation (status 409)',
		'Another operation is working on the same data: try again when it has finished.',
	],
	415: ['The service did not accept the content type (status 415)', 'The service did not accept the format of the request.'],
	418: [
		'The service sent an unexpected response (status 418)',
		'Check the Base URL in the credential: the response may come from something else, such as a proxy.',
	],
	500: ['The service could not process the request (status 500)', 'Try again later.'],
	502: ['The service is not available at the moment (status 502)', 'Try again later.'],
	503: ['The service is not available at the moment (status 503)', 'Try again later.'],
	504: ['The service is not available at the moment (status 504)', 'Try again later.'],
};

/** The same where no id was asked for: then it is the address that is wrong. */
export const NO_SUCH_ADDRESS = [
	'The service does not have the requested address (status 404)',
	'Check the Base URL in the credential: it must be the address of the service without the version.',
] as const;

/** What is said of a page below 500, and of whatever else cannot come from the service. */
export const NOT_THE_SERVICE = [
	'The response came from something other than the service',
	'A firewall, a proxy or another server responded in its place. Check the Base URL in the credential: it must be the address of the service without the version. If it is right, ask whoever runs your network to let n8n through.',
] as const;
