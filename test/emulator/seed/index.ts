import type { Emulator } from '../index';
import type { Person, TagRecord } from '../records';
import { inventCard, inventColleague, inventReport } from './invent';
import { Random } from './random';

const DAY = 86_400_000;
/** Records reach back this far. */
const PAST_DAYS = 270;
const COLLEAGUES = 12;
const CARDS = 300;
const REPORTS = 100;

const TAGS: Readonly<Record<TagRecord['type'], readonly string[]>> = {
	public: ['重要顧客', 'メルマガ送付可', 'Overseas'],
	private: ['年賀状', 'フォロー中', '要電話'],
	shared: ['展示会2024', 'パートナー'],
};

/** [name, row of its parent or -1] */
const DEPARTMENTS: ReadonlyArray<readonly [name: string, parent: number]> = [
	['本社', -1],
	['営業本部', 0],
	['第一営業部', 1],
	['第二営業部', 1],
	['開発本部', 0],
	['総務部', 0],
];

/** Departments, and users in one or two of them. */
function seedOrganization(emulator: Emulator, people: readonly Person[], random: Random): void {
	const ids: string[] = [];
	for (const [DepartmentName, parent] of DEPARTMENTS) {
		ids.push(emulator.addOrganizationRecord('department', { DepartmentName, ParentDepartmentId: ids[parent] ?? '' }));
	}
	for (const [number, { id, name, email }] of people.entries()) {
		const cells = {
			DepartmentId: random.some(ids, random.chance(0.15) ? 2 : 1).join(';'),
			UserId: `u${String(number).padStart(5, '0')}`,
			UserName: name,
			Email: email,
			EffectiveDateFrom: `20${random.whole(15, 23)}-04-01`,
			UserType: number === 0 ? '1' : '0',
		};
		emulator.addOrganizationRecord('user', cells, id);
	}
}

/**
 * Fills the emulator with the data of a mid-size Japanese company, spread over the past nine months. Half of the records are held by
 * the user behind the emulator's own key. They are the same each time, but for the times, which count back from the clock.
 */
export function seedCompany(emulator: Emulator): void {
	const random = new Random(7);
	const now = emulator.clock.now();
	const colleague = (_: unknown, index: number) => emulator.company.addPerson(inventColleague(random, index + 1));
	const colleagues = Array.from({ length: COLLEAGUES }, colleague);
	seedOrganization(emulator, [emulator.user, ...colleagues], random);
	const holder = () => (random.chance(0.5) ? emulator.user.id : random.pick(colleagues).id);
	const tags = (['public', 'private', 'shared'] as const).flatMap((type) =>
		TAGS[type].map((name) => emulator.addTag({ name, type, ownerId: holder() })),
	);
	/** When something came in and was changed: in office hours as a rule. */
	const times = () => {
		const day = Math.floor((now - random.whole(1, PAST_DAYS) * DAY) / DAY) * DAY;
		const registeredTime = day + random.whole(0, 9 * 3600) * 1000;
		const changed = random.chance(0.3) ? registeredTime + random.whole(1, 20) * DAY : registeredTime;
		return { registeredTime, updatedTime: Math.min(changed, now) };
	};
	const all = Array.from({ length: CARDS }, times).sort((a, b) => a.registeredTime - b.registeredTime);
	const made = all.map((time) => emulator.addCard({ ...inventCard(random, tags), ownerId: holder(), ...time }));
	for (let count = 0; count < REPORTS; count += 1) {
		emulator.addReport({ ...inventReport(random, made), ...times(), ownerId: holder() });
	}
}
