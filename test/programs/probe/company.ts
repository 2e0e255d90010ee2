import { setTimeout as wait } from 'node:timers/promises';
import { API_VERSIONS, type Emulator, type Switches } from '../../emulator';

/** A company that has everything the probe looks for, and texts that must not stand in its report. */

const BEGIN = Date.parse('2026-03-01T00:00:00Z');

/** More than any documented page. */
const REPORTS = 320;

/** Nothing of a record: names, addresses, ids, texts. */
export const PERSONAL = ['北斗商事', '髙橋', '一郎', 'ichiro', 'card-x', 'tag-x', 'report-x', 'person-x', '展示会', '商談', '四半期', '段階', '初回', '秘書室', 'u-user'];

/** Fills a service. */
export function fill(emulator: Emulator): void {
	emulator.addTag({ id: 'tag-x1', name: '展示会', type: 'private' });
	emulator.addTag({ id: 'tag-x2', name: '商談', type: 'shared' });
	emulator.addTag({ id: 'tag-x3', name: '商談 2', type: 'public' });
	const tagIds = [['tag-x1', 'tag-x2'], ['tag-x1'], [], [], [], []];
	for (const [number, ids] of tagIds.entries()) {
		// Updated in another order than registered, and where the service keeps fractions, with one.
		const updatedTime = BEGIN + 100_000 + ((number * 5) % 6) * 1_000 + 400;
		emulator.addCard({
			id: `card-x${number}`,
			personId: `person-x${number}`,
			companyName: '北斗商事',
			lastName: '髙橋',
			firstName: '一郎',
			email: `ichiro${number}@example.co.jp`,
			tagIds: ids,
			registeredTime: BEGIN + number * 1_000 + 400,
			updatedTime,
		});
	}
	for (let number = 0; number < REPORTS; number += 1) {
		const type = number === 7 ? 'OnlineMeeting' : 'Meeting';
		const categories = number % 2 === 0 ? [{ name: '段階', value: '初回' }] : [];
		emulator.addReport({ id: `report-x${number}`, type, categories, title: '四半期', updatedTime: BEGIN + number * 1_000 });
	}
	const cells = { DepartmentId: 'D1', UserId: 'ichiro.t', UserName: '髙橋 一郎', Email: 'ichiro@example.co.jp', Culture: '0' };
	emulator.addOrganizationRecord('user', { ...cells, UserUuid: 'u-user-1', AlternativeName: '秘書室' });
}

/** Calls of the burst that have to be under way together: more than the emulator bears where it bears few. */
const TOGETHER = 5;

/** Holds the calls that the probe sends at the same moment until enough of them are there: no matter how slow the machine is. */
export function holdTheBurst(emulator: Emulator): void {
	let arrived = 0;
	emulator.onBeforeCall(async ({ endpoint, query }) => {
		if (endpoint !== 'E1' || query.map(([name]) => name).join(' ') !== 'updatedFrom updatedTo limit') return;
		arrived += 1;
		// The first such call to each version comes alone.
		if (arrived <= API_VERSIONS.length) return;
		for (let turn = 0; turn < 500 && arrived < API_VERSIONS.length + TOGETHER; turn += 1) await wait(10);
	});
}

/** What the probe has to answer: the value of the switch unless said otherwise; null where it stays open. */
export function expectedAnswers(switches: Switches): Record<string, string | null> {
	const { updatedFrom, updatedTo, timePrecision, retryAfterPlace, unknownId, importFlowIn25, retired20 } = switches;
	const isBare = (status: 404 | 429) => ['empty', 'html'].includes(switches.errorBodies[status]);
	// A card that shows at the start of its second and not at its end: an excluded end, or a fraction.
	const isTwofold = timePrecision === 'milliseconds' || (updatedFrom === 'inclusive' && updatedTo === 'exclusive');
	const place = isBare(429) && retryAfterPlace !== 'header' ? 'none' : retryAfterPlace;
	const alike = unknownId === 404 && isBare(404);
	const flow = importFlowIn25 ? 'true' : retired20 === 'no' ? 'false' : null;
	const values = Object.entries(switches).map(([name, value]) => [name, String(value)]);
	const beyond = ['entryStatusPath', 'importStatusPath', 'events', 'importLimit', 'tokenKind', 'statusChangeTouchesUpdatedTime'];
	const imports = ['blankOnEdit', 'deletionsJudged', 'equalDepartmentNames', 'jobVisibleAcrossVersions', 'completedSpelling'];
	const writes = ['checkResultDelimiter', 'resultOrder', 'createdCard', ...imports];
	return {
		...Object.fromEntries(values),
		...Object.fromEntries([...beyond, ...writes].map((name) => [name, null])),
		updatedFrom: isTwofold ? null : updatedFrom,
		updatedTo: isTwofold ? null : updatedTo,
		timePrecision: isTwofold ? null : timePrecision,
		retryAfterPlace: place,
		retryAfterUnit: ['none', 'header'].includes(place) ? null : switches.retryAfterUnit,
		errorBodies: [401, 404, 429].map((status) => `${status} ${switches.errorBodies[status as 401]}`).join(', '),
		appIdForm: 'accepted',
		nullability: 'only where the tables allow it',
		importFlowIn25: alike ? null : flow,
		retired20: retired20 === 'no' ? 'no' : `2.0: ${retired20}`,
	};
}
