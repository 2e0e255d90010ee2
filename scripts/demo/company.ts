import type { CardInput, Emulator, Person, TagRecord } from '../../test/emulator';
import { Random } from '../../test/emulator/seed/random';
import { inventName, inventPerson, inventTitle } from './people';

/**
 * The fictional company of the demo, in Japan with colleagues abroad: the same in every new demo, but for the times, which
 * count back from now.
 */

const DAY = 86_400_000;
/** Records reach back this far. */
const PAST_DAYS = 270;
const COLLEAGUES = 12;
const CARDS = 300;
const REPORTS = 100;

/** One card in so many that come in is a change of an earlier one. */
const CHANGE_EVERY = 4;

const FOUNDING_SEED = 7;
const LATER_SEED = 21;

const MEMOS = ['', '展示会で名刺交換', '「クラウド移行」に関心あり', '予算は来期。\n決裁者は部長。'];
const TAGS = [
	{ name: '重要顧客', type: 'public' },
	{ name: 'Overseas', type: 'public' },
	{ name: 'フォロー中', type: 'private' },
	{ name: '展示会2024', type: 'shared' },
] as const;
const REPORT_TYPES = ['Meeting', 'OnlineMeeting', 'Call', 'Email', 'BizCardExchange'] as const;
const REPORT_TITLES = ['定例打ち合わせ', '契約更新のご相談', '見積もりの確認', 'Quarterly review'];
const PHASES = ['初回訪問', '提案', '受注'];

/** [name, row of its parent or -1] */
const DEPARTMENTS: ReadonlyArray<readonly [name: string, parent: number]> = [
	['本社', -1],
	['営業本部', 0],
	['第一営業部', 1],
	['第二営業部', 1],
	['開発本部', 0],
	['総務部', 0],
];

/** A card: whom it shows, and how it came into the service. */
function inventCard(random: Random, tags: readonly TagRecord[]): CardInput {
	return {
		...inventPerson(random),
		memo: random.pick(MEMOS),
		entryStatus: random.chance(0.96) ? 'completed' : random.pick(['processing', 'unreadable']),
		isUserCreated: random.chance(0.15),
		tagIds: random.chance(0.35) ? [random.pick(tags).id] : [],
	};
}

/** Departments, and a user for each colleague. */
function addOrganization(emulator: Emulator, people: readonly Person[], random: Random): void {
	const ids: string[] = [];
	for (const [DepartmentName, parent] of DEPARTMENTS) {
		ids.push(emulator.addOrganizationRecord('department', { DepartmentName, ParentDepartmentId: ids[parent] ?? '' }));
	}

	for (const [number, { name, email }] of people.entries()) {
		emulator.addOrganizationRecord('user', {
			DepartmentId: random.pick(ids),
			UserId: `u${String(number).padStart(5, '0')}`,
			UserName: name,
			Email: email,
			EffectiveDateFrom: `20${random.whole(15, 23)}-04-01`,
			UserType: number === 0 ? '1' : '0',
		});
	}
}

function addColleagues(emulator: Emulator, random: Random): Person[] {
	return Array.from({ length: COLLEAGUES }, (_, index) => {
		const { lastName, firstName, email } = inventName(random, 'example.co.jp');
		const apiKey = `KeyOfColleague${String(index).padStart(18, '0')}`;
		return emulator.addUser({ apiKey, name: `${lastName} ${firstName}`, email: email.replace('@', `${index}@`) });
	});
}

/** Fills the emulator. The user of its own API key holds half of the records. */
export function foundCompany(emulator: Emulator): void {
	const random = new Random(FOUNDING_SEED);
	const now = emulator.clock.now();

	const colleagues = addColleagues(emulator, random);
	addOrganization(emulator, [emulator.user, ...colleagues], random);

	const holder = () => (random.chance(0.5) ? emulator.user.id : random.pick(colleagues).id);
	const tags = TAGS.map((tag) => emulator.addTag({ ...tag, ownerId: holder() }));

	/** When something came in and was changed: in office hours as a rule. */
	const times = () => {
		const day = Math.floor((now - random.whole(1, PAST_DAYS) * DAY) / DAY) * DAY;
		const registeredTime = day + random.whole(0, 9 * 3600) * 1000;
		const changed = random.chance(0.3) ? registeredTime + random.whole(1, 20) * DAY : registeredTime;
		return { registeredTime, updatedTime: Math.min(changed, now) };
	};

	const all = Array.from({ length: CARDS }, times).sort((a, b) => a.registeredTime - b.registeredTime);
	const cards = all.map((time) => emulator.addCard({ ...inventCard(random, tags), ownerId: holder(), ...time }));

	for (let count = 0; count < REPORTS; count += 1) {
		const { id, personId, companyName, lastName, firstName } = random.pick(cards);
		emulator.addReport({
			type: random.pick(REPORT_TYPES),
			title: random.pick(REPORT_TITLES),
			memo: random.pick(MEMOS),
			categories: [{ name: '商談フェーズ', value: random.pick(PHASES) }],
			externalAttendees: [{ id, personId, companyName, lastName, firstName }],
			...times(),
			ownerId: holder(),
		});
	}
}

/**
 * What happens in the company while the demo runs.
 *
 * @returns a function that adds or changes one card. In a new demo these are the same cards each time; in one that goes on,
 * other cards than those before
 */
export function newsOf(emulator: Emulator): () => void {
	const { cards, tags } = emulator.company;
	const random = new Random(LATER_SEED + cards.size - CARDS);
	const added: string[] = [];
	let news = 0;

	return () => {
		news += 1;
		if (news % CHANGE_EVERY !== 0) {
			const card = emulator.addCard({ ...inventCard(random, [...tags.values()]), entryStatus: 'completed' });
			added.push(card.id);
			return;
		}

		const id = random.pick(added);
		emulator.changeCard(id, { title: inventTitle(random, cards.get(id)?.countryCode) });
	};
}
