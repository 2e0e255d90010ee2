import type { EmulatorClock } from './clock';
import { formatDate, toTime } from './dateTime';
import type {
	BizCardRecord,
	CardInput,
	EmulatorUser,
	Person,
	ReportInput,
	ReportRecord,
	TagInput,
	TagRecord,
} from './records';
import type { Switches } from './switches';

/** How a change is to be stored. */
export interface ChangeOptions {
	/** Whether updatedTime becomes the clock's time; true by default. */
	readonly touch?: boolean;
	/** When the change starts to show, as a time of the emulator's clock; at once by default. */
	readonly visibleAt?: number;
}

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

/** A short number for names that are made up from an id. */
export function numberOf(id: string): string {
	return String(Number(id.slice(-9)) || id);
}

/** Records of one kind by id. */
export class Table<T extends { readonly id: string }> extends Map<string, T> {
	/** @throws Error when there is no record with this id: a slip in the test that asks */
	must(id: string): T {
		const record = this.get(id);
		if (!record) throw new Error(`There is no record ${id}`);
		return record;
	}
}

/** By what cards and reports can be ordered; cards without a completion time come first. */
export const ORDERS = {
	registeredAt: (record: { readonly registeredTime: number }) => record.registeredTime,
	updatedAt: (record: { readonly updatedTime: number }) => record.updatedTime,
	completedAt: (card: { readonly completedTime?: number | null }) => card.completedTime ?? -1,
} as const;

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

	constructor(
		private readonly clock: EmulatorClock,
		private readonly switches: Switches,
	) {}

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

	private remove(table: Table<{ readonly id: string }>, id: string): boolean {
		this.revision += 1;
		return table.delete(id);
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

	/**
	 * Adds a card. Everything has a default: completed now, held by the default owner, a person of its own.
	 *
	 * @throws Error when the id is taken
	 */
	addCard(input: CardInput = {}, { visibleAt }: ChangeOptions = {}): BizCardRecord {
		const id = input.id ?? this.nextId('card');
		if (this.cards.has(id)) throw new Error(`Card ${id} exists`);
		const registeredTime = toTime(input.registeredTime ?? input.updatedTime ?? this.clock.now());
		const updatedTime = toTime(input.updatedTime ?? registeredTime);
		const companyName = input.companyName ?? 'Example Trading Co., Ltd.';
		const card: BizCardRecord = {
			id,
			companyId: this.idOfCompany(companyName),
			personId: input.personId ?? this.nextId('person'),
			ownerId: this.defaultOwnerId,
			exchangeDate: formatDate(registeredTime),
			lastName: 'Doe',
			firstName: `Number ${numberOf(id)}`,
			...{ lastNameReading: null, firstNameReading: null, departmentName: '', title: null },
			email: `card-${id}@example.com`,
			countryCode: 'JP',
			...{ postalCode: '', prefecture: '', city: '', street: '', building: '' },
			...{ mobile: '', tel: '', secondTel: '', fax: '', url: '', memo: '' },
			...{ isUserCreated: false, isVirtualCard: false, hasUnrecognizedChar: false, tagIds: [] },
			entryStatus: 'completed',
			...input,
			companyName,
			registeredTime,
			updatedTime,
			completedTime: null,
		};
		const completed = input.completedTime ?? (card.entryStatus === 'completed' ? updatedTime : undefined);
		return this.store(this.cards, { ...card, completedTime: completed === undefined ? null : toTime(completed) }, visibleAt);
	}

	/**
	 * Changes fields of a card. Unless told otherwise (`touch`, an updatedTime of its own, or the switch for a change of entryStatus
	 * alone) its updatedTime becomes the clock's time.
	 *
	 * @throws Error when there is no such card
	 */
	changeCard(id: string, input: CardInput, { touch = true, visibleAt }: ChangeOptions = {}): BizCardRecord {
		const before = this.cards.must(id);
		const statusAlone = Object.keys(input).every((key) => key === 'entryStatus' || key === 'completedTime');
		const touches = touch && !(statusAlone && !this.switches.statusChangeTouchesUpdatedTime);
		const completes = input.entryStatus === 'completed' && before.entryStatus !== 'completed';
		const completed = input.completedTime ?? (completes ? this.clock.now() : before.completedTime);
		const after: BizCardRecord = {
			...before,
			...(input.companyName !== undefined && { companyId: this.idOfCompany(input.companyName) }),
			...input,
			id,
			registeredTime: toTime(input.registeredTime ?? before.registeredTime),
			updatedTime: toTime(input.updatedTime ?? (touches ? this.clock.now() : before.updatedTime)),
			completedTime: completed === null ? null : toTime(completed),
		};
		return this.store(this.cards, after, visibleAt);
	}

	/** Removes a card; true when there was one. */
	deleteCard(id: string): boolean {
		return this.remove(this.cards, id);
	}

	/** Judges two cards to be of one person, `newId` being the later one. @throws Error when either does not exist */
	collateCards(oldId: string, newId: string): void {
		const later = this.cards.must(newId);
		this.changeCard(oldId, { personId: later.personId });
		this.changeCard(newId, {});
		this.collated.set(oldId, newId);
	}

	/** All cards of a person that `keep` accepts, the latest one first (spec: "Same-person collation"). */
	cardsOf(personId: string, keep: (card: BizCardRecord) => boolean = () => true): BizCardRecord[] {
		const own = [...this.cards.values()].filter((card) => card.personId === personId && keep(card));
		return own.sort((a, b) => (a.exchangeDate < b.exchangeDate ? 1 : a.exchangeDate > b.exchangeDate ? -1 : b.registeredTime - a.registeredTime));
	}

	/** The card that stands for `card` today: the later one that it was collated with under the same holder. */
	current(card: BizCardRecord): BizCardRecord {
		const later = this.cards.get(this.collated.get(card.id) ?? '');
		return later?.ownerId === card.ownerId ? this.current(later) : card;
	}

	/** Adds a tag; private and held by the default owner unless told otherwise. @throws Error when the id is taken */
	addTag(input: TagInput = {}): TagRecord {
		const id = input.id ?? this.nextId('tag');
		if (this.tags.has(id)) throw new Error(`Tag ${id} exists`);
		const tag: TagRecord = { name: `Tag ${numberOf(id)}`, type: 'private', ownerId: this.defaultOwnerId, ...input, id };
		return this.store(this.tags, tag);
	}

	/** Adds a report; a meeting of the default owner, now, unless told otherwise. @throws Error when the id is taken */
	addReport(input: ReportInput = {}, { visibleAt }: ChangeOptions = {}): ReportRecord {
		const id = input.id ?? this.nextId('report');
		if (this.reports.has(id)) throw new Error(`Report ${id} exists`);
		const registeredTime = toTime(input.registeredTime ?? input.updatedTime ?? this.clock.now());
		const startsAt = toTime(input.startsAt ?? registeredTime);
		const report: ReportRecord = {
			ownerId: this.defaultOwnerId,
			...{ externalAttendees: [], internalAttendees: [], categories: [], location: '', memo: '' },
			type: 'Meeting',
			title: `Report ${numberOf(id)}`,
			...input,
			id,
			registeredTime,
			updatedTime: toTime(input.updatedTime ?? registeredTime),
			startsAt,
			endsAt: toTime(input.endsAt ?? startsAt + 3_600_000),
		};
		return this.store(this.reports, report, visibleAt);
	}

	/** Changes a report, as `changeCard` does a card. @throws Error when there is no such report */
	changeReport(id: string, input: ReportInput, { touch = true, visibleAt }: ChangeOptions = {}): ReportRecord {
		const before = this.reports.must(id);
		const after: ReportRecord = {
			...before,
			...input,
			id,
			registeredTime: toTime(input.registeredTime ?? before.registeredTime),
			updatedTime: toTime(input.updatedTime ?? (touch ? this.clock.now() : before.updatedTime)),
			startsAt: toTime(input.startsAt ?? before.startsAt),
			endsAt: toTime(input.endsAt ?? before.endsAt),
		};
		return this.store(this.reports, after, visibleAt);
	}

	/** Removes a report; true when there was one. */
	deleteReport(id: string): boolean {
		return this.remove(this.reports, id);
	}

	/** Whether a user may view what `ownerId` holds. */
	maySee(user: EmulatorUser, ownerId: string): boolean {
		return ownerId === user.id || user.sees === 'all';
	}

	/** Whether a user may view a tag: private tags are their holder's alone. */
	maySeeTag(user: EmulatorUser, tag: TagRecord): boolean {
		return tag.ownerId === user.id || tag.type !== 'private';
	}
}
