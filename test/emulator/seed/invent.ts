import type {
	BizCardRecord,
	CardInput,
	InternalAttendee,
	Person,
	ReportInput,
	TagRecord,
} from '../records';
import {
	CARD_DEPARTMENTS,
	FOREIGN_COMPANIES,
	FOREIGN_DEPARTMENTS,
	FOREIGN_TITLES,
	JAPANESE_COMPANIES,
	TITLES,
} from './companies';
import { FAMILY_NAMES, FOREIGN_NAMES, GIVEN_NAMES } from './names';
import { BUILDINGS, FOREIGN_PLACES, PLACES } from './places';
import type { Random } from './random';
import {
	CARD_MEMOS,
	CATEGORIES,
	LOCATIONS,
	REPORT_MEMOS,
	REPORT_TITLES,
	REPORT_TYPES,
} from './reportTables';

const TAG_SHARE = 0.35;
const FOREIGN_SHARE = 0.1;

type Made = Pick<
	CardInput,
	| 'lastName'
	| 'firstName'
	| 'lastNameReading'
	| 'firstNameReading'
	| 'companyName'
	| 'email'
	| 'url'
	| 'departmentName'
	| 'title'
>;
type Located = Pick<
	CardInput,
	| 'countryCode'
	| 'postalCode'
	| 'prefecture'
	| 'city'
	| 'street'
	| 'building'
	| 'tel'
	| 'secondTel'
	| 'fax'
	| 'mobile'
>;

/** What stands on a card. */
export type Contact = Made & Located;

function digits(random: Random, count: number): string {
	return String(random.whole(0, 10 ** count - 1)).padStart(count, '0');
}

function japanesePlace(random: Random): Located {
	const [postal, prefecture, city, town, area] = random.pick(PLACES);
	const number = () => `${area}-${digits(random, 6 - area.length)}-${digits(random, 4)}`;
	const building = random.pick(BUILDINGS);
	return {
		countryCode: 'JP',
		postalCode: `${postal}-${digits(random, 4)}`,
		prefecture,
		city,
		street: `${town}${random.whole(1, 5)}-${random.whole(1, 30)}-${random.whole(1, 20)}`,
		building: building === '' ? '' : `${building}${random.whole(2, 24)}F`,
		tel: number(),
		secondTel: random.chance(0.1) ? number() : '',
		fax: random.chance(0.5) ? number() : '',
		mobile: random.chance(0.7)
			? `0${random.pick(['70', '80', '90'])}-${digits(random, 4)}-${digits(random, 4)}`
			: '',
	};
}

function foreignPlace(random: Random, country: string): Located {
	const place = FOREIGN_PLACES.find(([code]) => code === country) ?? random.pick(FOREIGN_PLACES);
	const [countryCode, prefecture, city, street, postalCode, calling] = place;
	return {
		countryCode,
		postalCode,
		prefecture,
		city,
		street: `${random.whole(1, 200)} ${street}`,
		building: '',
		tel: `${calling}-${digits(random, 3)}-${digits(random, 6)}`,
		secondTel: '',
		fax: '',
		mobile: random.chance(0.5) ? `${calling}-${digits(random, 2)}-${digits(random, 7)}` : '',
	};
}

function japaneseContact(random: Random): Contact {
	const [lastName, lastNameReading, latinLast] = random.pick(FAMILY_NAMES);
	const [firstName, firstNameReading, latinFirst] = random.pick(GIVEN_NAMES);
	const [companyName, domain] = random.pick(JAPANESE_COMPANIES);
	return {
		lastName,
		firstName,
		lastNameReading,
		firstNameReading,
		companyName,
		email: `${latinFirst}.${latinLast}@${domain}.example.jp`,
		url: `https://www.${domain}.example.jp/`,
		departmentName: random.pick(CARD_DEPARTMENTS),
		title: random.pick(TITLES),
		...japanesePlace(random),
	};
}

function foreignContact(random: Random): Contact {
	const [lastName, firstName, country] = random.pick(FOREIGN_NAMES);
	const [companyName, domain] = random.pick(FOREIGN_COMPANIES);
	return {
		lastName,
		firstName,
		lastNameReading: null,
		firstNameReading: null,
		companyName,
		email: `contact${random.whole(1, 999)}@${domain}.example.com`,
		url: `https://${domain}.example.com/`,
		departmentName: random.pick(FOREIGN_DEPARTMENTS),
		title: random.pick(FOREIGN_TITLES),
		...foreignPlace(random, country),
	};
}

/** Whom a made-up card shows, and where to reach them. */
export function inventContact(random: Random): Contact {
	return random.chance(FOREIGN_SHARE) ? foreignContact(random) : japaneseContact(random);
}

/** A made-up card: whom it shows, where to reach them, and how it came into the system. */
export function inventCard(random: Random, tags: readonly TagRecord[] = []): CardInput {
	const contact = inventContact(random);
	const status = random.next();
	const isUserCreated = random.chance(0.15);
	return {
		...contact,
		memo: random.pick(CARD_MEMOS),
		entryStatus: status < 0.96 ? 'completed' : status < 0.99 ? 'processing' : 'unreadable',
		isUserCreated,
		isVirtualCard: !isUserCreated && random.chance(0.12),
		hasUnrecognizedChar: random.chance(0.02),
		tagIds: random.chance(TAG_SHARE)
			? random.some(tags, random.whole(1, 3)).map(({ id }) => id)
			: [],
	};
}

/** Someone who works at the company. */
export function inventColleague(random: Random, number: number): Omit<Person, 'id'> {
	const [last, , latinLast] = random.pick(FAMILY_NAMES);
	const [first, , latinFirst] = random.pick(GIVEN_NAMES);
	return { name: `${last} ${first}`, email: `${latinFirst}.${latinLast}${number}@example.co.jp` };
}

/** A made-up report of a talk with people whose cards are known. */
export function inventReport(
	random: Random,
	cards: readonly BizCardRecord[],
	colleagues: readonly Person[],
): ReportInput {
	const type = random.pick(REPORT_TYPES);
	const internal = random
		.some(colleagues, random.whole(0, 2))
		.map(({ id, name }): InternalAttendee => ({
			id,
			name,
			departmentName: random.pick(['営業部', '開発部', '海外事業部']),
		}));
	return {
		type,
		title: random.pick(REPORT_TITLES[type]),
		location: type === 'Meeting' || type === 'BizCardExchange' ? random.pick(LOCATIONS) : '',
		memo: random.pick(REPORT_MEMOS),
		categories: random.some(CATEGORIES, random.whole(0, 2)),
		externalAttendees: random
			.some(cards, random.whole(1, 3))
			.map(({ id, personId, companyName, lastName, firstName }) => ({
				id,
				personId,
				companyName,
				lastName,
				firstName,
			})),
		internalAttendees: internal,
	};
}
