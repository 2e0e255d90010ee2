import type { Emulator } from '../index';
import type { BizCardRecord, Person, TagRecord } from '../records';
import { inventCard, inventColleague, inventReport } from './invent';
import { Random } from './random';

const DAY = 86_400_000;
/** Records reach back this far. */
const PAST_DAYS = 270;
const COLLEAGUES = 12;

const TAGS = {
	public: ['重要顧客', 'メルマガ送付可', 'Overseas', '製造業'],
	private: ['年賀状', 'フォロー中', '紹介', '要電話'],
	shared: ['展示会2024', 'パートナー', 'セミナー参加'],
} as const;

/** [name, reading in Latin letters, row of its parent or -1] */
const DEPARTMENTS: ReadonlyArray<readonly [name: string, phonetic: string, parent: number]> = [
	['本社', 'Honsha', -1],
	['営業本部', 'Eigyo Honbu', 0],
	['第一営業部', 'Daiichi Eigyobu', 1],
	['第二営業部', 'Daini Eigyobu', 1],
	['開発本部', 'Kaihatsu Honbu', 0],
	['クラウド開発部', 'Kuraudo Kaihatsubu', 4],
	['総務部', 'Somubu', 0],
];

function seedDepartments(emulator: Emulator): string[] {
	const ids: string[] = [];
	for (const [row, [DepartmentName, DepartmentNamePhonetic, parent]] of DEPARTMENTS.entries()) {
		const cells = { DepartmentName, DepartmentNamePhonetic, ParentDepartmentId: ids[parent] ?? '', Order: String(row + 1) };
		ids.push(emulator.addOrganizationRecord('department', cells));
	}
	return ids;
}

/** Enters a person into the organization as a user of one or two of the departments. */
function seedUser(emulator: Emulator, { id, name, email }: Person, number: number, departmentIds: string[], random: Random): void {
	const cells = {
		DepartmentId: random.some(departmentIds, random.chance(0.15) ? 2 : 1).join(';'),
		...{ UserId: `u${String(number).padStart(5, '0')}`, UserName: name, Email: email },
		...{ EffectiveDateFrom: `20${random.whole(15, 23)}-04-01`, UserType: number === 0 ? '1' : '0' },
	};
	emulator.addOrganizationRecord('user', cells, id);
}

/** A moment of the past, in office hours as a rule. */
function pastMoment(random: Random, now: number): number {
	const day = now - random.whole(1, PAST_DAYS) * DAY;
	return Math.floor(day / DAY) * DAY + random.whole(0, 9 * 3600) * 1000;
}

/** Cards as they came in; some are of people whose card is there already, with another department and title. */
function seedCards(emulator: Emulator, count: number, tags: readonly TagRecord[], holder: () => string, random: Random): BizCardRecord[] {
	const now = emulator.clock.now();
	const cards: BizCardRecord[] = [];
	for (const registeredTime of Array.from({ length: count }, () => pastMoment(random, now)).sort((a, b) => a - b)) {
		const card = inventCard(random, tags);
		const { departmentName, title } = card;
		const earlier = cards.length > 0 && random.chance(0.04) ? random.pick(cards) : undefined;
		const { id, exchangeDate, completedTime, ...known } = earlier ?? {};
		const changed = random.chance(0.3) ? registeredTime + random.whole(1, 20) * DAY : registeredTime;
		const times = { registeredTime, updatedTime: Math.min(changed, now) };
		cards.push(emulator.addCard({ ...card, ownerId: holder(), ...known, departmentName, title, ...times }));
	}
	return cards;
}

/**
 * Fills the emulator with the data of a mid-size Japanese company, spread over the past nine months. Half of the records are held by
 * the user behind the emulator's own key. Equal seeds give equal data (times count back from the clock).
 */
export function seedCompany(emulator: Emulator, { cards = 200, reports = 60, seed = 1 } = {}): void {
	const random = new Random(seed);
	const now = emulator.clock.now();
	const departmentIds = seedDepartments(emulator);
	seedUser(emulator, emulator.user, 0, departmentIds, random);
	const colleagues = Array.from({ length: COLLEAGUES }, (_, index) => {
		const person = emulator.company.addPerson(inventColleague(random, index + 1));
		seedUser(emulator, person, index + 1, departmentIds, random);
		return person;
	});
	const holder = () => (random.chance(0.5) ? emulator.user.id : random.pick(colleagues).id);
	const tags = Object.entries(TAGS).flatMap(([type, names]) =>
		names.map((name) => emulator.addTag({ name, type: type as TagRecord['type'], ownerId: holder() })),
	);
	const made = seedCards(emulator, cards, tags, holder, random);
	for (let count = 0; count < reports; count += 1) {
		const startsAt = pastMoment(random, now);
		const registeredTime = Math.min(startsAt + random.whole(1, 48) * 1_800_000, now);
		emulator.addReport({ ...inventReport(random, made, colleagues), startsAt, registeredTime, ownerId: holder() });
	}
}
