import type { IDataObject } from 'n8n-workflow';
import { isObject, stampToSeconds } from '../../../nodes/shared';
import { confirms, contradicts, unsettled, type Answer } from '../answer';
import { CARD_FIELDS, NULLABLE_FIELDS, REPORT_FIELDS } from '../documented';
import { secondsOf, stamp, type Question, type Stage } from '../stage';

/** What stands in records. */

function tagsOf({ tags }: IDataObject): IDataObject[] {
	return Array.isArray(tags) ? (tags.filter(isObject) as IDataObject[]) : [];
}

async function taggedCard(stage: Stage): Promise<IDataObject | undefined> {
	return (await stage.cards()).records.find((card) => tagsOf(card).length > 0);
}

async function tagsUnasked(stage: Stage): Promise<Answer> {
	const card = await taggedCard(stage);
	if (!card) return unsettled('there is no card with a tag among the first');
	const { json } = await stage.get('businessCard.get', await stage.version(), [], { id: String(card.id) });
	const { tags } = isObject(json) ? json : {};
	const answer = !Array.isArray(tags) ? 'absent' : tags.length === 0 ? 'empty' : 'present';
	return confirms(answer, 'What comes is passed on.');
}

/** Which shapes spell a tag's key `id`. */
async function tagSpelling(stage: Stage): Promise<Answer> {
	const card = await taggedCard(stage);
	if (!card) return unsettled('there is no card with a tag among the first');
	const ofCard = await stage.get('businessCard.getTags', await stage.version(), [], { id: String(card.id) });
	const shapes: ReadonlyArray<readonly [string, IDataObject | undefined]> = [
		['idInTagList', (await stage.tags()).records[0]],
		['idInCardTags', ofCard.records[0]],
		['idInCards', tagsOf(card)[0]],
	];
	const lower = shapes.filter(([, tag]) => tag && 'id' in tag).map(([name]) => name);
	return confirms(lower.join(', ') || 'always Id', 'The node gives id everywhere.');
}

async function tagSchema(stage: Stage): Promise<Answer> {
	const { records } = await stage.tags();
	if (!records.some(({ type }) => type !== 'private')) return unsettled('there are only private tags');
	const lacking = records.filter(({ owner }) => !isObject(owner));
	if (lacking.length === 0) return confirms('ownerAlways');
	const isPrivate = lacking.some(({ type }) => type === 'private');
	return confirms(isPrivate ? 'private ones may lack an owner' : 'ownerOfPrivate', 'What comes is passed on.');
}

/** What the trigger needs of a report, as it has to be. */
function lacksEssentials({ id, updatedTime, registeredTime }: IDataObject): boolean {
	return typeof id !== 'string' || [updatedTime, registeredTime].some((time) => stampToSeconds(time) === undefined);
}

async function reportTypes(stage: Stage): Promise<Answer> {
	const { records } = await stage.reports();
	if (records.length === 0) return unsettled('there are no reports');
	if (records.some(lacksEssentials)) {
		return contradicts('id or times are not as in the tables', 'The trigger keeps such reports among the newest and judges them by content.');
	}
	const optional = records.flatMap(({ title, location, memo, categories, externalAttendees, internalAttendees }) => [
		title,
		location,
		memo,
		categories,
		externalAttendees,
		internalAttendees,
	]);
	if (optional.includes(null)) return confirms('null', 'Null stands for nothing; passed on.');
	const isEmpty = optional.some((value) => value === '' || (Array.isArray(value) && value.length === 0));
	return isEmpty ? confirms('empty', 'Empty texts and lists stand for nothing; passed on.') : unsettled('every field of every report is filled');
}

function namesIn(records: readonly IDataObject[], keep: (key: string, value: unknown) => boolean): string[] {
	const names = records.flatMap((record) => Object.entries(record).filter(([key, value]) => keep(key, value)).map(([key]) => key));
	// Field names are no personal data, but only a plain word is a field name.
	return [...new Set(names)].map((name) => (/^\w{1,40}$/.test(name) ? name : 'a name that is no word')).sort();
}

async function unknownFields(stage: Stage): Promise<Answer> {
	const cards = namesIn((await stage.cards()).records, (key) => !CARD_FIELDS.includes(key));
	const reports = namesIn((await stage.reports()).records, (key) => !REPORT_FIELDS.includes(key));
	const found = [...new Set([...cards, ...reports])];
	return found.length > 0 ? confirms('true', `No table has: ${found.join(', ')}. Passed on.`) : confirms('false', 'Every field is in a table.');
}

async function nulls(stage: Stage): Promise<Answer> {
	const { records } = await stage.cards();
	if (records.length === 0) return unsettled('there are no cards');
	const found = namesIn(records, (key, value) => value === null && !NULLABLE_FIELDS.includes(key));
	if (found.length === 0) return confirms('only where the tables allow it');
	return confirms('elsewhere too', `Null is also in: ${found.join(', ')}. Passed on.`);
}

async function offset(stage: Stage): Promise<Answer> {
	const times = (await stage.cards()).records.map(({ updatedTime }) => String(updatedTime));
	const found = [...new Set(times.map((time) => /(Z|[+-]\d\d:?\d\d)$/.exec(time)?.[1] ?? 'none'))].sort();
	if (found.length === 0) return unsettled('there are no cards');
	const isRead = times.every((time) => stampToSeconds(time) !== undefined);
	return isRead ? confirms(found.join(', ')) : contradicts(found.join(', '), 'Times that cannot be read are judged by content.');
}

async function tagIdMatch(stage: Stage): Promise<Answer> {
	const cards = (await stage.cards()).records;
	const idsOf = (card: IDataObject) => tagsOf(card).map((tag) => String(tag.Id ?? tag.id));
	const one = cards.map(idsOf).find((ids) => ids.length > 0)?.[0];
	const other = cards.flatMap(idsOf).find((id) => id !== one);
	if (one === undefined || other === undefined) return unsettled('it takes cards with two different tags');
	const hasOne = (card: IDataObject) => idsOf(card).includes(one) !== idsOf(card).includes(other);
	if (!cards.some(hasOne)) return unsettled('it takes a card with one of two tags and without the other');
	const version = await stage.version();
	const key = version === '2.0' ? 'tagId[]' : 'tagId';
	const { records } = await stage.get('businessCard.search', version, [
		['range', 'all'],
		['includeTags', 'true'],
		[key, one],
		[key, other],
		['limit', '300'],
	]);
	return confirms(records.some(hasOne) ? 'any' : 'all', 'The service decides.');
}

async function categoryMatch(stage: Stage): Promise<Answer> {
	for (const report of (await stage.reports()).records) {
		const [category] = Array.isArray(report.categories) ? (report.categories.filter(isObject) as IDataObject[]) : [];
		const { name, value } = category ?? {};
		if (typeof name !== 'string' || typeof value !== 'string' || name === '' || value === '' || name === value) continue;
		const finds = async (text: string) =>
			(await stage.reportPage([['category[]', text], ['limit', '100']])).records.some(({ id }) => id === report.id);
		const byName = await finds(name);
		const byValue = await finds(value);
		if (!byName && !byValue) continue;
		return confirms(byName && byValue ? 'either' : byName ? 'name' : 'value', 'The service decides.');
	}
	return unsettled('there is no report with a category of two different texts');
}

async function onlineMeeting(stage: Stage): Promise<Answer> {
	const [report] = (await stage.reportPage([['type[]', 'OnlineMeeting'], ['limit', '1']])).records;
	if (!report) return unsettled('there is no online meeting');
	const second = secondsOf(report, 'updatedTime');
	const { records } = await stage.get('report.getAll', '2.5', [
		['updatedFrom', stamp(second - 1)],
		['updatedTo', stamp(second + 2)],
		['range', 'all'],
	]);
	const shown = records.find(({ id }) => id === report.id);
	if (!shown) return confirms('hidden');
	return confirms(shown.type === 'Meeting' ? 'asMeeting' : 'as another type', 'Records are passed on as they come.');
}

export const RECORDS: readonly Question[] = [
	{ row: 1, point: 'tagsWithoutIncludeTags', ask: tagsUnasked },
	{ row: 2, point: 'tagSchema', ask: tagSchema },
	{ row: 2, point: 'tagIdSpelling', ask: tagSpelling },
	{ row: 3, point: 'reportFieldTypes', ask: reportTypes },
	{ row: 29, point: 'tagIdMatch', ask: tagIdMatch },
	{ row: 30, point: 'categoryMatch', ask: categoryMatch },
	{ row: 31, point: 'onlineMeetingIn25', ask: onlineMeeting },
	{ row: 32, point: 'extraUnknownFields', ask: unknownFields },
	{ row: 33, point: 'nullability', ask: nulls },
	{ row: 34, point: 'timestampOffset', ask: offset },
];
