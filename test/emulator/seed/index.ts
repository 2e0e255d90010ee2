import type { BizCardRecord, CardInput, Emulator, Person } from '../index';
import { inventCard, inventColleague, inventReport } from './invent';
import { seedDepartments, seedUser } from './organization';
import { Random } from './random';
import { TAGS } from './reportTables';

/** How large a company to make up; equal options give equal data (times count back from the clock). */
export interface SeedOptions {
	readonly cards?: number;
	readonly reports?: number;
	readonly tags?: number;
	readonly users?: number;
	readonly departments?: number;
	readonly seed?: number;
	/** Share of the records held by the user behind the emulator's own API key; 0.5 by default. */
	readonly ownShare?: number;
}

/** What was made. */
export interface Seeded {
	readonly cards: number;
	readonly reports: number;
	readonly tags: number;
	/** The key's own user included. */
	readonly users: number;
	readonly departments: number;
}

const DAY = 86_400_000;
/** Records reach back this far. */
const PAST_DAYS = 270;

/** Share of cards that come from someone whose card is there already. */
const AGAIN_SHARE = 0.04;

/** What a later card of the same person has in common with the earlier one; title and department move on. */
function metAgain(earlier: BizCardRecord): CardInput {
	const { personId, ownerId, lastName, firstName, lastNameReading, firstNameReading } = earlier;
	const { companyName, countryCode, postalCode, prefecture, city, street, building } = earlier;
	const { tel, secondTel, fax, mobile, email, url } = earlier;
	return {
		...{ personId, ownerId, lastName, firstName, lastNameReading, firstNameReading },
		...{ companyName, countryCode, postalCode, prefecture, city, street, building },
		...{ tel, secondTel, fax, mobile, email, url },
	};
}

/** A moment of the past, in office hours as a rule. */
function pastMoment(random: Random, now: number): number {
	const day = now - random.whole(1, PAST_DAYS) * DAY;
	return Math.floor(day / DAY) * DAY + random.whole(0, 9 * 3600) * 1000;
}

/**
 * Fills the emulator with the data of a mid-size Japanese company, spread over the past nine months.
 *
 * @returns how much was added
 */
export function seedCompany(emulator: Emulator, options: SeedOptions = {}): Seeded {
	const {
		cards = 200,
		reports = 60,
		tags = TAGS.length,
		users = 12,
		departments = 12,
		seed = 1,
		ownShare = 0.5,
	} = options;
	const random = new Random(seed);
	const now = emulator.clock.now();
	const departmentIds = seedDepartments(emulator, departments);
	const present = emulator.organizationRecords('user').size;
	if (present === 0)
		seedUser(emulator, emulator.user, { random, number: 0, departmentIds, admin: true });
	const colleagues = Array.from({ length: users }, (_, index): Person => {
		const number = Math.max(present, 1) + index;
		const person = emulator.company.addPerson(inventColleague(random, number));
		seedUser(emulator, person, { random, number, departmentIds, admin: false });
		return person;
	});
	const holder = () =>
		colleagues.length === 0 || random.chance(ownShare)
			? emulator.user.id
			: random.pick(colleagues).id;
	const madeTags = Array.from({ length: tags }, (_, index) => {
		const [name, type] = TAGS[index % TAGS.length] ?? ['Tag', 'private'];
		const round = Math.floor(index / TAGS.length);
		return emulator.addTag({
			name: round === 0 ? name : `${name} ${round + 1}`,
			type,
			ownerId: holder(),
		});
	});
	const times = Array.from({ length: cards }, () => pastMoment(random, now)).sort((a, b) => a - b);
	const madeCards: BizCardRecord[] = [];
	for (const registeredTime of times) {
		const changed = random.chance(0.3)
			? registeredTime + random.whole(1, 20) * DAY
			: registeredTime;
		const earlier =
			madeCards.length > 0 && random.chance(AGAIN_SHARE) ? random.pick(madeCards) : undefined;
		const card = emulator.addCard({
			...inventCard(random, madeTags),
			ownerId: holder(),
			...(earlier && metAgain(earlier)),
			registeredTime,
			updatedTime: Math.min(changed, now),
		});
		if (!card.isUserCreated && random.chance(0.3)) emulator.setImage(card.id, 'back', 'drawn');
		madeCards.push(card);
	}
	for (let made = 0; made < reports; made += 1) {
		const startsAt = pastMoment(random, now);
		const registeredTime = Math.min(startsAt + random.whole(1, 48) * 1_800_000, now);
		emulator.addReport({
			...inventReport(random, madeCards, colleagues),
			startsAt,
			registeredTime,
			updatedTime: Math.min(registeredTime + (random.chance(0.2) ? DAY : 0), now),
			ownerId: holder(),
		});
	}
	return { cards, reports, tags, users: users + 1, departments };
}
