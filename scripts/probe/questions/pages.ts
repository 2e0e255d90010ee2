import { hasCode, namesField, parseJson, readRefusal, type QueryPair } from '../../../nodes/shared';
import { confirms, contradicts, unsettled, type Answer } from '../answer';
import { ALL_CARDS, ALWAYS, envelope, tokenOf, type Question, type Seen, type Stage } from '../stage';

/** Pages, their tokens and their limits. */

/** The greatest limit that is documented for the other lists. */
const DOCUMENTED_LIMIT = 300;

/** Limits that are tried for reports, from the greatest down. */
const REPORT_LIMITS = [1_000, DOCUMENTED_LIMIT, 100];

/** Bounds one of which a limit lies above. */
const LOWER: Readonly<Record<number, number>> = { 1_000: DOCUMENTED_LIMIT, 300: 100, 100: 0 };

async function cardPage(stage: Stage, query: readonly QueryPair[]): Promise<Seen> {
	return await stage.get('businessCard.getAll', await stage.version(), query);
}

async function hasMore(stage: Stage): Promise<Answer> {
	const all = await stage.tags();
	const { length } = all.records;
	if (all.status !== 200 || length === 0 || length >= DOCUMENTED_LIMIT) {
		return unsettled('it takes a list of tags that fits a page');
	}
	const isFull = envelope(await stage.tags(String(length))).hasMore === true;
	if (isFull) return confirms('whenFull', 'Lists whose last page is full take one call more.');
	return confirms('exact', 'hasMore is false on a last page that is full.');
}

async function lastToken(stage: Stage): Promise<Answer> {
	const seen = await stage.tags();
	const last = envelope(seen.records.length > 0 ? seen : await stage.reports());
	if (last.hasMore !== false) return unsettled('no list was read that ends with its first page');
	const answer = !('nextPageToken' in last) ? 'absent' : last.nextPageToken === null ? 'null' : 'token';
	return confirms(answer, 'A token without hasMore is ignored.');
}

async function badToken(stage: Stage): Promise<Answer> {
	const token: QueryPair = ['nextPageToken', 'none'];
	const whole = await cardPage(stage, [...ALWAYS, token]);
	// A service that wants the token alone refuses what stands beside it first.
	const isAbout = namesField(readRefusal(whole.status, parseJson(whole.body)), 'updatedFrom') ? 'the term' : 'the token';
	const { status, body } = isAbout === 'the token' ? whole : await cardPage(stage, [token]);
	const refusal = readRefusal(status, parseJson(body));
	const code = ['expired_token', 'invalid_value'].find((each) => hasCode(refusal, each)) ?? `another code, status ${status}`;
	const isKnown = status === 400 && (hasCode(refusal, 'expired_token') || namesField(refusal, 'nextPageToken'));
	if (isKnown) return confirms(code, 'Such a list is started again.');
	return contradicts(code, 'The node shows it as an error and does not start the list again.');
}

/** A first page of one card, and its token. */
async function besideToken(stage: Stage): Promise<Answer> {
	const query: QueryPair[] = [...ALWAYS, ...ALL_CARDS, ['limit', '1']];
	const token = tokenOf(await cardPage(stage, query));
	if (token === undefined) return unsettled('it takes two cards');
	const next: QueryPair = ['nextPageToken', token];
	const both = await cardPage(stage, [...query, next]);
	if (both.status !== 200) return contradicts('refused', 'The node asks again with the token alone: one more call a page.');
	const alone = await cardPage(stage, [next]);
	if (alone.status === 200) return confirms('inherited', 'The token alone is enough, and what stands beside it does no harm.');
	return confirms('required', 'The token alone is refused.');
}

async function aboveMost(stage: Stage): Promise<Answer> {
	const { status } = await cardPage(stage, [...ALWAYS, ...ALL_CARDS, ['limit', String(DOCUMENTED_LIMIT + 1)]]);
	return confirms(status === 200 ? 'clamp' : 'refuse', 'The node never asks for more than 300.');
}

async function reportsLimit(stage: Stage): Promise<Answer> {
	for (const limit of REPORT_LIMITS) {
		const seen = await stage.reportPage([['limit', String(limit)]]);
		if (seen.status === 200) return reportsLimitOf(seen, limit);
		if (seen.status !== 400) return unsettled(`reports are answered with status ${seen.status}`);
	}
	return contradicts('less than 100', 'The node asks for 300 and, when that is refused, without a limit.');
}

function reportsLimitOf(seen: Seen, limit: number): Answer {
	const { length } = seen.records;
	const isCut = length < limit && tokenOf(seen) !== undefined;
	const most = isCut ? length : limit;
	// What was refused above is a bound; otherwise only as many reports as no lower bound allows tell.
	const isBound = isCut || limit !== REPORT_LIMITS[0] || length > (LOWER[limit] ?? 0);
	if (!isBound) return unsettled('there are too few reports');
	if (most >= DOCUMENTED_LIMIT) return confirms(String(most));
	return confirms(String(most), 'The node asks for 300 and, when that is refused, without a limit.');
}

export const PAGES: readonly Question[] = [
	{ row: 15, point: 'reportsLimitMax', ask: reportsLimit },
	{ row: 23, point: 'hasMore', ask: hasMore },
	{ row: 24, point: 'emptyLastPageToken', ask: lastToken },
	{ row: 25, point: 'badTokenCode', ask: badToken },
	{ row: 26, point: 'besideToken', ask: besideToken },
	{ row: 27, point: 'limitAboveMax', ask: aboveMost },
];
