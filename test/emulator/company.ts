import type { EmulatorClock } from './clock';
import { formatDate, toTime } from './dateTime';
import type { BizCardRecord, CardInput, EmulatorUser, Person } from './records';
import type { ReportInput, ReportRecord, TagInput, TagRecord } from './records';

/** How a change is to be stored. */
export interface ChangeOptions {
	/** Whether updatedTime becomes the clock's time; true by default. */
	readonly touch?: boolean;
	/** When the change starts to show, as a time of the emulator's clock; at once by default. */
	readonly visibleAt?: number;
}

/** The times that every record has. */
type Stamps = Pick<ReportRecord, 'registeredTime' | 'updatedTime'>;

/** First digits of generated ids. With 17 more digits an id no longer fits a JavaScript number. */
const PREFIX = { card: '71', person: '72', company: '73', tag: '74', report: '75', user: '76' } as const;

/** A card of which nothing is known yet, where one that a test adds has something everywhere. */
export const BLANK_CARD = {
	companyName: '',
	lastName: '',
	firstName: '',
	email: '',
	countryCode: '',
} satisfies CardInput;

const NOT_FILLED_IN = {
	lastNameReading: null,
	firstNameReading: null,
	departmentName: '',
	title: null,
	postalCode: '',
	prefecture: '',
	city: '',
	street: '',
	building: '',
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
};

/** A short number for names that are made up from an id. */
function numberOf(id: string): string {
	return String(Number(id.slice(-9)) || id);
}

/** Records of one kind by id. */
class Table<T extends { readonly id: string }> extends Map<string, T> {
	/** @throws Error when there is no record with this id: a slip in the test that asks */
	must(id: string): T {
		const record = this.get(id);
		if (!record) throw new Error(`There is no record ${id}`);
		return record;
	}

	/** @throws Error when there is one */
	mustNot(id: string): string {
		if (this.has(id)) throw new Error(`Record ${id} exists`);
		return id;
	}
}

/**
 * The records of the one company whose data the emulator serves: cards, tags, reports and the people who hold them. Knows what
 * belongs together (same-person collation, ownership), nothing of HTTP.
 */
export class Company {
	/** Grows with every change of any record. */
	revision = 0;
	readonly people = new Map<string, Person>();
	readonly cards = new Table<BizCardRecord>();
	readonly tags = new Table<TagRecord>();
	readonly reports = new Table<ReportRecord>();
	/** Holder of what is added without an owner. */
	defaultOwnerId = '';

	private readonly counters = new Map<string, number>();
	private readonly companyIds = new Map<string, string>();
	/** The later card of a pair that was collated, by the earlier one. */
	private readonly collated = new Map<string, string>();
	private waiting: Array<{ readonly at: number; readonly run: () => void }> = [];

	constructor(private readonly clock: EmulatorClock) {}

	/** A new id of 19 digits. */
	nextId(kind: keyof typeof PREFIX): string {
		const count = (this.counters.get(kind) ?? 0) + 1;
		this.counters.set(kind, count);
		return PREFIX[kind] + String(count).padStart(17, '0');
	}

	/** Lets every change happen that was to show by now, earliest first. */
	settle(): void {
		const due = this.waiting.filter(({ at }) => at <= this.clock.now()).sort((a, b) => a.at - b.at);
		this.waiting = this.waiting.filter((entry) => !due.includes(entry));
		for (const { run } of due) run();
	}

	private store<T extends { readonly id: string }>(table: Table<T>, record: T, visibleAt?: number): T {
		const run = () => {
			table.set(record.id, record);
			this.revision += 1;
		};
		if (visibleAt === undefined) run();
		else this.waiting.push({ at: visibleAt, run });
		return record;
	}

	private idOfCompany(name: string): string {
		const id = this.companyIds.get(name) ?? this.nextId('company');
		this.companyIds.set(name, id);
		return id;
	}

	/** Adds someone who can hold records, or replaces the one with the same id. */
	addPerson(input: Omit<Person, 'id'> & { readonly id?: string }): Person {
		const person = { ...input, id: input.id ?? this.nextId('user') };
		this.people.set(person.id, person);
		this.revision += 1;
		return person;
	}

	/** Adds a card: completed now, held by the default owner, a person of its own, unless told otherwise. @throws Error when the id is taken */
	addCard(input: CardInput = {}, { visibleAt }: ChangeOptions = {}): BizCardRecord {
		const id = this.cards.mustNot(input.id ?? this.nextId('card'));
		const registeredTime = toTime(input.registeredTime ?? input.updatedTime ?? this.clock.now());
		const updatedTime = toTime(input.updatedTime ?? registeredTime);
		const { companyName = 'Example Trading Co., Ltd.', entryStatus = 'completed' } = input;
		const completed = input.completedTime ?? (entryStatus === 'completed' ? updatedTime : undefined);
		const card: BizCardRecord = {
			id,
			companyId: this.idOfCompany(companyName),
			personId: input.personId ?? this.nextId('person'),
			ownerId: this.defaultOwnerId,
			exchangeDate: formatDate(registeredTime),
			lastName: 'Doe',
			firstName: `Number ${numberOf(id)}`,
			email: `card-${id}@example.com`,
			countryCode: 'JP',
			...NOT_FILLED_IN,
			...input,
			companyName,
			entryStatus,
			registeredTime,
			updatedTime,
			completedTime: completed === undefined ? null : toTime(completed),
		};
		return this.store(this.cards, card, visibleAt);
	}

	/** Changes fields of a card; its updatedTime becomes the clock's time unless told otherwise. @throws Error when there is no such card */
	changeCard(id: string, input: CardInput, { touch = true, visibleAt }: ChangeOptions = {}): BizCardRecord {
		const before = this.cards.must(id);
		const completes = input.entryStatus === 'completed' && before.entryStatus !== 'completed';
		const completed = input.completedTime ?? (completes ? this.clock.now() : before.completedTime);
		const after: BizCardRecord = {
			...before,
			...(input.companyName !== undefined && { companyId: this.idOfCompany(input.companyName) }),
			...input,
			...this.times(before, input, touch),
			id,
			completedTime: completed === null ? null : toTime(completed),
		};
		return this.store(this.cards, after, visibleAt);
	}

	private times(before: Stamps, { registeredTime, updatedTime }: CardInput, touches: boolean): Stamps {
		const now = touches ? this.clock.now() : before.updatedTime;
		return { registeredTime: toTime(registeredTime ?? before.registeredTime), updatedTime: toTime(updatedTime ?? now) };
	}

	deleteCard(id: string): boolean {
		this.revision += 1;
		return this.cards.delete(id);
	}

	/** Judges two cards to be of one person, `newId` being the later one. @throws Error when either does not exist */
	collateCards(oldId: string, newId: string): void {
		const later = this.cards.must(newId);
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

	/** Adds a tag; private and held by the default owner unless told otherwise. @throws Error when the id is taken */
	addTag(input: TagInput = {}): TagRecord {
		const id = this.tags.mustNot(input.id ?? this.nextId('tag'));
		const standard = { name: `Tag ${numberOf(id)}`, type: 'private', ownerId: this.defaultOwnerId } as const;
		return this.store(this.tags, { ...standard, ...input, id });
	}

	/** Adds a report; a meeting of the default owner, now, unless told otherwise. @throws Error when the id is taken */
	addReport(input: ReportInput = {}, { visibleAt }: ChangeOptions = {}): ReportRecord {
		const id = this.reports.mustNot(input.id ?? this.nextId('report'));
		const registeredTime = toTime(input.registeredTime ?? input.updatedTime ?? this.clock.now());
		const startsAt = toTime(input.startsAt ?? registeredTime);
		const report: ReportRecord = {
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
		};
		return this.store(this.reports, report, visibleAt);
	}

	/** Changes a report, as `changeCard` does a card. @throws Error when there is no such report */
	changeReport(id: string, input: ReportInput, { touch = true, visibleAt }: ChangeOptions = {}): ReportRecord {
		const before = this.reports.must(id);
		const startsAt = toTime(input.startsAt ?? before.startsAt);
		const endsAt = toTime(input.endsAt ?? before.endsAt);
		const after = { ...before, ...input, ...this.times(before, input, touch), id, startsAt, endsAt };
		return this.store(this.reports, after, visibleAt);
	}

	deleteReport(id: string): boolean {
		this.revision += 1;
		return this.reports.delete(id);
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
