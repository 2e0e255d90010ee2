import type { EmulatorClock } from './clock';
import { formatDate, toTime } from './dateTime';
import type { BizCardRecord, CardInput, EmulatorUser, Person } from './records';
import type { ReportInput, ReportRecord, TagInput, TagRecord } from './records';

/** The times that every record has. */
type Stamps = Pick<ReportRecord, 'registeredTime' | 'updatedTime'>;

/** A card of which nothing is known yet. */
export const BLANK_CARD = {
	lastName: '',
	firstName: '',
	lastNameReading: null,
	firstNameReading: null,
	departmentName: '',
	title: null,
	companyName: '',
	countryCode: '',
	postalCode: '',
	prefecture: '',
	city: '',
	street: '',
	building: '',
	email: '',
	mobile: '',
	tel: '',
	secondTel: '',
	fax: '',
	url: '',
	memo: '',
	isUserCreated: false,
	isVirtualCard: false,
	hasUnrecognizedChar: false,
	tagIds: [],
} satisfies CardInput;

/** A short number for names that are made up from an id. */
function numberOf(id: string): string {
	return String(Number(id.slice(-9)) || id);
}

/** @throws Error when there is no record with this id: a slip in the test that asks */
function must<T>(records: ReadonlyMap<string, T>, id: string): T {
	const record = records.get(id);
	if (!record) throw new Error(`There is no record ${id}`);
	return record;
}

function store<T extends { readonly id: string }>(records: Map<string, T>, record: T): T {
	records.set(record.id, record);
	return record;
}

/**
 * The records of the one company whose data the emulator serves: cards, tags, reports and the people who hold them. Knows what
 * belongs together (same-person collation, ownership), nothing of HTTP.
 */
export class Company {
	/** Who can hold records. */
	readonly people = new Map<string, Person>();
	readonly cards = new Map<string, BizCardRecord>();
	readonly tags = new Map<string, TagRecord>();
	readonly reports = new Map<string, ReportRecord>();
	/** Holder of what is added without an owner. */
	defaultOwnerId = '';

	private lastId = 0;
	private readonly companyIds = new Map<string, string>();
	/** The later card of a pair that was collated, by the earlier one. */
	private readonly collated = new Map<string, string>();

	constructor(private readonly clock: EmulatorClock) {}

	/** Everything that is stored. The maps are the company's own, so copy them before anything changes. */
	snapshot(): object {
		const entries = Object.entries(this).filter(([name]) => name !== 'clock');
		return Object.fromEntries(entries);
	}

	/** Puts what `snapshot` gave in the place of everything that is stored. */
	restore(snapshot: object): void {
		Object.assign(this, snapshot);
	}

	/** A new id of 19 digits, which no longer fits a JavaScript number. */
	nextId(): string {
		this.lastId += 1;
		return `7${String(this.lastId).padStart(18, '0')}`;
	}

	private idOfCompany(name: string): string {
		const id = this.companyIds.get(name) ?? this.nextId();
		this.companyIds.set(name, id);
		return id;
	}

	/** Adds a card: completed now, held by the default owner, a person of its own, unless told otherwise. */
	addCard(input: CardInput = {}): BizCardRecord {
		const { id = this.nextId() } = input;
		const registeredTime = toTime(input.registeredTime ?? input.updatedTime ?? this.clock.now());
		const updatedTime = toTime(input.updatedTime ?? registeredTime);
		const { companyName = 'Example Trading Co., Ltd.', entryStatus = 'completed' } = input;
		const completed = input.completedTime ?? (entryStatus === 'completed' ? updatedTime : undefined);
		return store(this.cards, {
			...BLANK_CARD,
			companyId: this.idOfCompany(companyName),
			personId: input.personId ?? this.nextId(),
			ownerId: this.defaultOwnerId,
			exchangeDate: formatDate(registeredTime),
			lastName: 'Doe',
			firstName: `Number ${numberOf(id)}`,
			email: `card-${id}@example.com`,
			countryCode: 'JP',
			...input,
			id,
			companyName,
			entryStatus,
			registeredTime,
			updatedTime,
			completedTime: completed === undefined ? null : toTime(completed),
		});
	}

	/** Changes fields of a card; its updatedTime becomes the clock's time unless it is given. @throws Error where there is none */
	changeCard(id: string, input: CardInput): BizCardRecord {
		const before = must(this.cards, id);
		const completes = input.entryStatus === 'completed' && before.entryStatus !== 'completed';
		const completed = input.completedTime ?? (completes ? this.clock.now() : before.completedTime);
		return store(this.cards, {
			...before,
			...(input.companyName !== undefined && { companyId: this.idOfCompany(input.companyName) }),
			...input,
			...this.times(before, input),
			id,
			completedTime: completed === null ? null : toTime(completed),
		});
	}

	private times(before: Stamps, { registeredTime, updatedTime = this.clock.now() }: CardInput): Stamps {
		return { registeredTime: toTime(registeredTime ?? before.registeredTime), updatedTime: toTime(updatedTime) };
	}

	/** Judges two cards to be of one person, `newId` being the later one. @throws Error when either does not exist */
	collateCards(oldId: string, newId: string): void {
		const later = must(this.cards, newId);
		this.changeCard(oldId, { personId: later.personId });
		this.changeCard(newId, {});
		this.collated.set(oldId, newId);
	}

	/** The cards of a person, the latest one first (spec: "Same-person collation"). */
	cardsOf(personId: string): BizCardRecord[] {
		const own = [...this.cards.values()].filter((card) => card.personId === personId);
		const later = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);
		return own.sort((a, b) => later(a.exchangeDate, b.exchangeDate) || b.registeredTime - a.registeredTime);
	}

	/** The card that stands for `card` today: the later one that it was collated with under the same holder. */
	current(card: BizCardRecord): BizCardRecord {
		const later = this.cards.get(this.collated.get(card.id) ?? '');
		return later?.ownerId === card.ownerId ? this.current(later) : card;
	}

	/** Adds a tag; private and held by the default owner unless told otherwise. */
	addTag({ id = this.nextId(), ...input }: TagInput = {}): TagRecord {
		const standard = { name: `Tag ${numberOf(id)}`, type: 'private', ownerId: this.defaultOwnerId } as const;
		return store(this.tags, { ...standard, ...input, id });
	}

	/** Adds a report; a meeting of the default owner, now, unless told otherwise. */
	addReport(input: ReportInput = {}): ReportRecord {
		const { id = this.nextId() } = input;
		const registeredTime = toTime(input.registeredTime ?? input.updatedTime ?? this.clock.now());
		const startsAt = toTime(input.startsAt ?? registeredTime);
		return store(this.reports, {
			ownerId: this.defaultOwnerId,
			type: 'Meeting',
			title: `Report ${numberOf(id)}`,
			location: '',
			memo: '',
			externalAttendees: [],
			internalAttendees: [],
			categories: [],
			...input,
			id,
			registeredTime,
			startsAt,
			updatedTime: toTime(input.updatedTime ?? registeredTime),
			endsAt: toTime(input.endsAt ?? startsAt + 3_600_000),
		});
	}

	/** Changes a report, as `changeCard` does a card. @throws Error when there is no such report */
	changeReport(id: string, input: ReportInput): ReportRecord {
		const before = must(this.reports, id);
		const startsAt = toTime(input.startsAt ?? before.startsAt);
		const endsAt = toTime(input.endsAt ?? before.endsAt);
		return store(this.reports, { ...before, ...input, ...this.times(before, input), id, startsAt, endsAt });
	}

	/** Whether a user may view what `ownerId` holds. */
	maySee(user: EmulatorUser, ownerId: string): boolean {
		return ownerId === user.id || user.role === 'admin';
	}

	/** Whether a user may view a tag: private tags are their holder's alone. */
	maySeeTag(user: EmulatorUser, tag: TagRecord): boolean {
		return tag.ownerId === user.id || tag.type !== 'private';
	}
}
