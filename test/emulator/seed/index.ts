import type { Emulator } from '../index';
import type { BizCardRecord, Person, TagRecord } from '../records';
import { inventCard, inventColleague, inventReport } from './invent';
import { Random } from './random';

const DAY = 86_400_000;
/** Records reach back this far. */
const PAST_DAYS = 270;
const COLLEAGUES = 12;

const TAGS: ReadonlyArray<readonly [name: string, type: TagRecord['type']]> = [
	...([['重要顧客', 'public'], ['年賀状', 'private'], ['展示会2024', 'shared'], ['フォロー中', 'private']] as const),
	...([['メルマガ送付可', 'public'], ['パートナー', 'shared'], ['休眠', 'private'], ['Overseas', 'public']] as const),
	...([['紹介', 'private'], ['要電話', 'private'], ['セミナー参加', 'shared'], ['製造業', 'public']] as const),
];

/** [name, reading in Latin letters, row of its parent or -1] */
const DEPARTMENTS: ReadonlyArray<readonly [name: string, phonetic: string, parent: number]> = [
	['本社', 'Honsha', -1],
	['営業本部', 'Eigyo Honbu', 0],
	['第一営業部', 'Daiichi Eigyobu', 1],
	['第二営業部', 'Daini Eigyobu', 1],
	['開発本部', 'Kaihatsu Honbu', 0],
	['クラウド開発部', 'Kuraudo Kaihatsubu', 4],
	['品質保証部', 'Hinshitsu Hoshobu', 4],
	['管理本部', 'Kanri Honbu', 0],
	['総務部', 'Somubu', 7],
	['人事部', 'Jinjibu', 7],
	['経理部', 'Keiribu', 7],
	['海外事業部', 'Kaigai Jigyobu', 0],
];

function seedDepartments(emulator: Emulator): string[] {
	const ids: string[] = [];
	for (const [row, [DepartmentName, DepartmentNamePhonetic, parent]] of DEPARTMENTS.entries()) {
		const cells = { DepartmentName, DepartmentNamePhonetic, ParentDepartmentId: ids[parent] ?? '', Order: String(row + 1) };
		ids.push(emulator.addOrganizationRecord('department', cells));
	}
	return ids;
}

/** A version 4 UUID that comes from the seed. */
function uuid(random: Random): string {
	const hex = (count: number) => Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('');
	return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

/** Enters a person into the organization as a user of one or two of the departments. */
function seedUser(emulator: Emulator, { id, name, email }: Person, number: number, departmentIds: string[], random: Random): void {
	const isAdmin = number === 0;
	const cells = {
		UserUuid: uuid(random),
		DepartmentId: random.some(departmentIds, random.chance(0.15) ? 2 : 1).join(';'),
		UserId: `u${String(number).padStart(5, '0')}`,
		UserName: name,
		AlternativeName: email.split('@')[0]?.replace(/\d+$/, '').replace('.', ' ') ?? '',
		Email: email,
		EffectiveDateFrom: `20${random.whole(15, 23)}-04-01`,
		UserType: isAdmin ? '1' : '0',
		DataDownloadPrivilege: String(random.whole(0, 3)),
		ApiIntegrationPrivilege: isAdmin || random.chance(0.2) ? '1' : '0',
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
	const times = Array.from({ length: count }, () => pastMoment(random, now)).sort((a, b) => a - b);
	const cards: BizCardRecord[] = [];
	for (const registeredTime of times) {
		const invention = inventCard(random, tags);
		const changed = random.chance(0.3) ? registeredTime + random.whole(1, 20) * DAY : registeredTime;
		const earlier = cards.length > 0 && random.chance(0.04) ? random.pick(cards) : undefined;
		const { departmentName, title } = invention;
		const known = earlier && { ...earlier, id: undefined, exchangeDate: undefined, departmentName, title };
		const own = known ? Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) : {};
		const times = { registeredTime, updatedTime: Math.min(changed, now) };
		const card = emulator.addCard({ ...invention, ownerId: holder(), ...own, ...times, completedTime: undefined });
		if (!card.isUserCreated && random.chance(0.3)) emulator.setImage(card.id, 'back', 'drawn');
		cards.push(card);
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
	const tags = TAGS.map(([name, type]) => emulator.addTag({ name, type, ownerId: holder() }));
	const made = seedCards(emulator, cards, tags, holder, random);
	for (let count = 0; count < reports; count += 1) {
		const startsAt = pastMoment(random, now);
		const registeredTime = Math.min(startsAt + random.whole(1, 48) * 1_800_000, now);
		const updatedTime = Math.min(registeredTime + (random.chance(0.2) ? DAY : 0), now);
		emulator.addReport({ ...inventReport(random, made, colleagues), startsAt, registeredTime, updatedTime, ownerId: holder() });
	}
}
