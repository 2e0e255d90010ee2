import type { ErrorCode } from '../../emulator/apiError';
import { APP_ID, KEY } from '../../../tools/engine/secrets';
import { describeFaults, type Effect, type Fault } from './matrix';
import { SUBJECTS, type Subject } from './subjects';
import { ADVICE, BARE, MAYBE_WRITTEN, NOT_THE_SERVICE, NO_SUCH_ADDRESS } from './texts';

/** Every status of the service, with the documented body and without any, for every operation and a poll (spec: Errors). */

/** Statuses after which the same question may have another answer. */
const PASSING: ReadonlySet<number> = new Set([500, 502, 503, 504]);

const WITHOUT_ID: readonly string[] = SUBJECTS.filter(({ row }) => !row.path.includes('{')).map(({ name }) => name);

function effects(status: number, message: string, description: readonly string[]): Pick<Fault, 'effect' | 'onWrites'> {
	const said = { message, description, httpCode: String(status) };
	const onWrites: Effect = { kind: 'fails', said: { ...said, description: [...description, MAYBE_WRITTEN] } };
	if (PASSING.has(status)) return { effect: { kind: 'retried', said }, onWrites };
	// A server that sends elsewhere after a write mostly has done it.
	return { effect: { kind: 'fails', said }, ...(status < 400 ? { onWrites } : {}) };
}

/** An answer whose body is the documented one, and says both secrets. */
function documented(status: number, code?: ErrorCode): Fault {
	const field = status === 400 ? 'memo' : undefined;
	const message = `Refused for ${KEY} of ${APP_ID}`;
	const details = code === undefined ? [] : [{ Code: code, ...(field === undefined ? {} : { field }) }];
	const line = field === undefined ? code : `${code}: ${field}`;
	const advice = (code && ADVICE[code]) ?? BARE[status]?.[1] ?? '';
	const saying = (words: string) => effects(status, 'Refused for *** of ***', line === undefined ? [words] : [line, words]);
	return {
		name: `${status} ${code ?? 'without a type'}`,
		script: { kind: 'status', status, body: { statusCode: status, message, error: details } },
		...saying(advice),
		...(PASSING.has(status) ? { isDone: 'perhaps' as const } : {}),
		...(status === 404 ? { on: onAddresses(saying(NO_SUCH_ADDRESS[1]).effect) } : {}),
	};
}

function onAddresses(effect: Effect): Fault['on'] {
	return Object.fromEntries(WITHOUT_ID.map((name) => [name, effect]));
}

/** What is said of an answer that cannot come from the service. */
function foreign(status: number): Pick<Fault, 'effect' | 'onWrites'> {
	const [message, advice] = NOT_THE_SERVICE;
	return effects(status, `${message} (status ${status})`, [advice]);
}

/** An answer without a body, which may be all that the service sends, but for a picture that there is not. */
function empty(status: number): Fault {
	const [message = '', advice = ''] = BARE[status] ?? [];
	const [noAddress, addressAdvice] = NO_SUCH_ADDRESS;
	const on = { ...onAddresses(effects(status, noAddress, [addressAdvice]).effect), 'businessCard.getImage': foreign(status).effect };
	return {
		name: `${status} with nothing`,
		script: { kind: 'empty', status },
		...effects(status, message, [advice]),
		...(status === 404 ? { on } : {}),
	};
}

/** A page for people. */
function page(status: number): Fault {
	const [message = '', advice = ''] = BARE[status] ?? [];
	const said = PASSING.has(status) ? effects(status, message, [advice]) : foreign(status);
	return { name: `${status} with a page of HTML`, script: { kind: 'html', status }, ...said };
}

const TOO_MANY: Effect = {
	kind: 'fails',
	said: { message: 'Too many requests', description: ['too_many_request', ADVICE.too_many_request ?? ''], httpCode: '429' },
};

/** The service's own table of errors (spec: Errors), line by line. */
const DOCUMENTED: readonly Fault[] = [
	documented(400, 'required'),
	documented(400, 'invalid_value'),
	documented(400, 'expired_token'),
	documented(400, 'over_storage_capacity'),
	documented(400, 'over_digitization_capacity'),
	documented(401, 'invalid_api_key'),
	documented(401, 'invalid_app_id'),
	documented(403, 'has_no_permission'),
	documented(404),
	documented(409, 'conflict'),
	documented(415, 'unsupported_media_type'),
	documented(500),
	documented(503),
	{
		name: '429 that asks for a minute',
		script: { kind: 'status', status: 429, retryAfter: 60 },
		effect: { kind: 'waited out', seconds: 60 },
		// A poll has half a minute.
		on: { 'a poll': TOO_MANY },
	},
	{
		name: '429 that asks for five minutes, again and again',
		script: {
			kind: 'status',
			status: 429,
			body: { statusCode: 429, message: 'Too many requests', error: [{ Code: 'too_many_request' }] },
			headers: { 'retry-after': '300' },
		},
		effect: { ...TOO_MANY, calls: 3 },
		on: { 'a poll': TOO_MANY },
	},
];

describeFaults([
	...DOCUMENTED,
	...[401, 403, 404, 409, 415, 500, 503].map(empty),
	...[302, 401, 403, 404, 409, 415, 418, 502, 504].map(page),
]);

test('every subject of the matrix is there: the sixteen operations, and a poll', () => {
	expect(SUBJECTS.map(({ row }: Subject) => row.section).sort()).toEqual(
		['E1', ...Array.from({ length: 16 }, (_, index) => `E${index + 1}`)].sort(),
	);
});
