import { isObject, parseJson, readRefusal, readRetryAfter, type ApiVersion } from '../../../nodes/shared';
import { confirms, contradicts, unsettled, type Answer } from '../answer';
import { ALWAYS, type Question, type Stage } from '../stage';
import type { Exchange } from '../wire';

/** What refusals look like. */

/** The cheapest list. */
const ONE_CARD = [...ALWAYS, ['limit', '1']] as const;

/** An address that no version of the service has. */
const NOWHERE = { path: '/nothing' };

type Style = 'json' | 'otherJson' | 'empty' | 'html' | 'other';

function styleOf(body: Buffer): Style {
	if (body.length === 0) return 'empty';
	const parsed = parseJson(body);
	if (parsed === undefined) return /<html|<!doctype/i.test(body.toString('latin1', 0, 500)) ? 'html' : 'other';
	const documented = isObject(parsed) && typeof parsed.message === 'string' && Array.isArray(parsed.error);
	return documented ? 'json' : 'otherJson';
}

/** Where `retry_after` stands in a 429. */
function placeOf({ body, headers }: Exchange): string {
	const parsed = parseJson(body);
	if (!isObject(parsed)) return headers['retry-after'] === undefined ? 'none' : 'header';
	if ('retry_after' in parsed) return 'root';
	const entries = Array.isArray(parsed.error) ? parsed.error : [parsed.error];
	if (entries.some((entry) => isObject(entry) && 'retry_after' in entry)) return 'errorItem';
	if (Object.values(parsed).some((value) => isObject(value) && 'retry_after' in value)) return 'details';
	return headers['retry-after'] === undefined ? 'none' : 'header';
}

function refused({ exchanges }: Stage): Exchange | undefined {
	return exchanges.find(({ status }) => status === 429);
}

const NONE_REFUSED = unsettled('no call was refused as one too many, and the probe provokes none');

async function bodies(stage: Stage): Promise<Answer> {
	await stage.get('tag.getAll', '2.5', [], { client: stage.stranger });
	await stage.get('tag.getAll', '2.5', [], NOWHERE);
	const styles = new Map<number, Style>();
	for (const { status, body } of stage.exchanges) {
		if (status >= 401 && !styles.has(status)) styles.set(status, styleOf(body));
	}
	if (styles.size === 0) return unsettled('no call was refused with a status whose body is open');
	const told = [...styles].sort(([a], [b]) => a - b).map(([status, style]) => `${status} ${style}`);
	return confirms(told.join(', '), 'Only statuses that reads meet. What is no documented body is shown by a sentence for its status.');
}

async function atOnce(stage: Stage): Promise<Answer> {
	const version = await stage.version();
	const before = stage.exchanges.length;
	// As many as the documented limit allows in a second, all at the same moment.
	await Promise.all(Array.from({ length: 10 }, async () => await stage.get('businessCard.getAll', version, ONE_CARD)));
	const isRefused = stage.exchanges.slice(before).some(({ status }) => status === 429);
	return isRefused
		? contradicts('atOnce', 'Ten calls at the same moment are too many here; the queue slows down and gets through.')
		: confirms('atCallLimit', 'Ten calls at the same moment are not too many; where extreme load begins beyond that was not tried.');
}

async function unknownId(stage: Stage): Promise<Answer> {
	const { status, body } = await stage.get('businessCard.get', await stage.version(), [], { id: 'nobody' });
	if (status !== 400 && status !== 404) return contradicts(String(status), 'The node shows whatever comes.');
	const { message } = readRefusal(status, parseJson(body));
	return confirms(String(status), message === undefined ? 'Without a message of the service.' : 'With a message of the service.');
}

/** A limit that is counted in one second names few seconds, or many milliseconds. */
const FEW_SECONDS = 2;
const MAX_SECONDS = 60;

/** The number that a body names as `retry_after`; 0 without one. */
function numberIn({ body }: Exchange): number {
	return Number(/"retry_after"\s*:\s*"?([\d.]+)/.exec(body.toString('latin1'))?.[1] ?? 0);
}

function retryUnit(stage: Stage): Answer {
	const [longest] = stage.exchanges
		.filter(({ status, version }) => status === 429 && version !== '2.0')
		.sort((a, b) => numberIn(b) - numberIn(a));
	if (!longest) return NONE_REFUSED;
	const number = numberIn(longest);
	if (number === 0) return unsettled('the body of the 429 carries no number');
	const pause = readRetryAfter({ ...longest, json: parseJson(longest.body), version: longest.version as ApiVersion, isRepeated: false });
	const note = `By the size of the number; the node waits ${Math.round(pause)} ms.`;
	if (number > MAX_SECONDS) return confirms('milliseconds', note);
	return number >= 1 && number <= FEW_SECONDS ? confirms('seconds', note) : unsettled('the number could be either');
}

/** Asked before any other: a call that was refused makes the queue go slower, and ten are no longer sent at once. */
export const FIRST: Question = { row: 17, point: 'extremeLoad', ask: atOnce };

export const BODIES: readonly Question[] = [
	{ row: 14, point: 'errorBodies', ask: bodies },
	{ row: 28, point: 'unknownId', ask: unknownId },
	{
		row: 12,
		point: 'retryAfterPlace',
		async ask(stage) {
			const found = refused(stage);
			if (!found) return NONE_REFUSED;
			const place = placeOf(found);
			return confirms(place, place === 'none' ? 'The node waits a second and tries again.' : undefined);
		},
	},
	{ row: 13, point: 'retryAfterUnit', ask: async (stage) => retryUnit(stage) },
	{
		row: 36,
		point: 'dateHeader',
		async ask({ exchanges }) {
			const dated = exchanges.filter(({ headers }) => headers.date !== undefined).length;
			const answer = dated === exchanges.length ? 'true' : dated === 0 ? 'false' : 'sometimes';
			return confirms(answer, 'Whether answers carry the header Date; nothing relies on it.');
		},
	},
];
