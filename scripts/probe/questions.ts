import type { Answer, Service } from './service';

/** What reads can tell about the points that the specification leaves open (docs/internals/decisions.md). */

/** A point, what the package expects, and how to find out; undefined where what there is here does not tell. */
export interface Question {
	readonly point: string;
	/** Answers that the package is made for without any setting. */
	readonly expected: RegExp;
	readonly ask: (service: Service) => Promise<string | undefined>;
}

const ALWAYS = { updatedFrom: '1970-01-01T00:00:00Z', updatedTo: '2099-12-31T23:59:59Z' };
const ALL = { ...ALWAYS, range: 'all', entryStatus: ['processing', 'completed', 'unreadable'] };
const CARDS = '/v3.2/bizCards';
const NO_ONE = '0'.repeat(32);

const secondsOf = (record: Record<string, unknown>, field: string) => Date.parse(String(record[field])) / 1_000;
const stamp = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000', '');

/** How an error body looks that the specification does not show. */
function styleOf({ text, json }: Answer): string {
	if (text === '') return 'empty';
	if (json === undefined) return 'html';
	return typeof json.message === 'string' && Array.isArray(json.error) ? 'json' : 'otherJson';
}

/** Where `retry_after` stands in a 429. */
function placeOf({ json = {}, headers }: Answer): string {
	const holds = (value: unknown) => typeof value === 'object' && value !== null && 'retry_after' in value;
	if (holds(json)) return 'root';
	if ([json.error].flat().some(holds)) return 'errorItem';
	if (Object.values(json).some(holds)) return 'details';
	return headers.has('retry-after') ? 'header' : 'none';
}

async function tagSpelling(service: Service): Promise<string | undefined> {
	const { data } = await service.get(CARDS, { ...ALL, includeTags: 'true', limit: '300' });
	const card = data.find(({ tags }) => Array.isArray(tags) && tags.length > 0);
	if (!card) return undefined;
	const [inCard] = card.tags as Array<Record<string, unknown>>;
	const ofCard = (await service.get(`${CARDS}/${encodeURIComponent(String(card.id))}/tags`)).data[0];
	const inList = (await service.get('/v2.5/tags', { range: 'all', type: ['private', 'public', 'shared'] })).data[0];
	const shapes = { idInTagList: inList, idInCardTags: ofCard, idInCards: inCard };
	const names = Object.entries(shapes).flatMap(([name, tag]) => (tag && 'id' in tag ? [name] : []));
	return names.join(', ') || 'always Id';
}

async function bounds(service: Service): Promise<string | undefined> {
	const [card] = (await service.get(CARDS, { ...ALL, limit: '1' })).data;
	if (!card) return undefined;
	const second = secondsOf(card, 'updatedTime');
	const shows = async (from: number, to: number) => {
		const term = { updatedFrom: stamp(from), updatedTo: stamp(to), limit: '300' };
		return (await service.get(CARDS, { ...ALL, ...term })).data.some(({ id }) => id === card.id);
	};
	const [atStart, atEnd] = [await shows(second, second + 1), await shows(second - 1, second)];
	return atStart && atEnd ? 'inclusive' : atStart || atEnd ? 'half' : 'exclusive';
}

async function listOrder(service: Service): Promise<string | undefined> {
	const { data } = await service.get(CARDS, { ...ALL, limit: '300' });
	const isSorted = (field: string, sign: number) =>
		data.every(
			(record, index) => index === 0 || sign * (secondsOf(record, field) - secondsOf(data[index - 1] ?? {}, field)) >= 0,
		);
	const [byUpdate, byRegistration] = [isSorted('updatedTime', 1), isSorted('registeredTime', -1)];
	return byUpdate === byRegistration ? undefined : byUpdate ? 'parameters' : 'registeredDesc';
}

async function hasMore(service: Service): Promise<string | undefined> {
	const { data } = await service.get(CARDS, { ...ALL, limit: '300' });
	if (data.length === 0 || data.length === 300) return undefined;
	const full = await service.get(CARDS, { ...ALL, limit: String(data.length) });
	return full.json?.hasMore === true ? 'whenFull' : 'exact';
}

async function besideToken(service: Service): Promise<string | undefined> {
	const { json = {} } = await service.get(CARDS, { ...ALL, limit: '1' });
	if (json.hasMore !== true) return undefined;
	const nextPageToken = String(json.nextPageToken);
	if ((await service.get(CARDS, { ...ALL, limit: '1', nextPageToken })).status !== 200) return 'refused';
	return (await service.get(CARDS, { nextPageToken })).status === 200 ? 'inherited' : 'required';
}

async function reportsLimit(service: Service): Promise<string | undefined> {
	for (const limit of ['300', '100']) {
		const { status } = await service.get('/v3.2/reports', { ...ALWAYS, range: 'all', limit });
		if (status === 200) return limit;
	}
	return undefined;
}

/** The columns by the form of their cells: an address in the seventh or in the seventh from behind. */
function columnOrder({ text, status }: Answer): string | undefined {
	const cells = text.split(/\r?\n/)[0]?.split(',') ?? [];
	if (status !== 200 || cells.length < 22) return undefined;
	if (cells[6]?.includes('@')) return 'fieldTable';
	return cells.at(-7)?.includes('@') ? 'reversed' : 'another';
}

function charset({ bytes, status }: Answer): string | undefined {
	if (status !== 200 || bytes.every((byte) => byte < 0x80)) return undefined;
	if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf8bom';
	const decodes = (label: string) => {
		try {
			return new TextDecoder(label, { fatal: true }).decode(bytes) !== '';
		} catch {
			return false;
		}
	};
	return decodes('utf-8') ? 'utf8' : decodes('shift_jis') ? 'sjis' : 'another';
}

async function errorBodies(service: Service): Promise<string> {
	const stranger = await service.get(CARDS, { ...ALL, limit: '1' }, NO_ONE);
	return [...new Set([styleOf(stranger), styleOf(await service.get('/v3.2/nothing'))])].join(', ');
}

function question(point: string, ask: Question['ask'], expected = /./): Question {
	return { point, ask, expected };
}

const CSV = '/v2.5/organization/users';
const VERSIONS = ['2.0', '2.5', '3.2'];

async function versions(service: Service): Promise<string> {
	const found: string[] = [];
	for (const version of VERSIONS) {
		const { status } = await service.get(`/v${version}/bizCards`, { ...ALL, limit: '1' });
		if (status === 200) found.push(version);
	}
	return found.join(', ');
}

/** Every question; what the others met on their way comes last. */
export const QUESTIONS: readonly Question[] = [
	question('bounds', bounds),
	question('listOrder', listOrder),
	question('hasMore', hasMore),
	question('besideToken', besideToken, /inherited|required/),
	question('reportsLimitMax', reportsLimit),
	question('tagIdSpelling', tagSpelling),
	question('csvColumnOrder', async (service) => columnOrder(await service.get(CSV)), /fieldTable/),
	question('csvCharset', async (service) => charset(await service.get(CSV)), /utf8|sjis/),
	question('unknown id', async (service) => String((await service.get(`${CARDS}/nobody`)).status), /400|404/),
	question('versions', versions, /2\.0, 2\.5, 3\.2/),
	question('tags in 3.2', async (service) => String((await service.get('/v3.2/tags')).status), /404/),
	question('errorBodies', errorBodies),
	question('retryAfterPlace', async ({ answers }) => {
		const refused = answers.find(({ status }) => status === 429);
		return refused && placeOf(refused);
	}),
];
