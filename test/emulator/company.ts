import type { EmulatorClock } from './clock';
import { formatDate, toTime } from './dateTime';
import { latestOf, PersonIndex } from './collation';
import { IdSource, numberOf } from './ids';
import { RecordTable } from './recordTable';
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
import { Schedule } from './schedule';
import type { Switches } from './switches';

/** How a change is to be stored. */
export interface ChangeOptions {
	/** Whether updatedTime becomes the clock's time; true by default. */
	readonly touch?: boolean;
	/** When the change starts to show, as a time of the emulator's clock; at once by default. */
	readonly visibleAt?: number;
}

/** A card of which nothing is known yet, where one that a test adds has something everywhere. */
export const BLANK_CARD = { companyName: '', lastName: '', firstName: '', email: '', countryCode: '' } satisfies CardInput;

/**
 * The records of the one company whose data the emulator serves: cards, tags, reports and the people
 * who hold them. Knows what belongs together (same-person collation, ownership), nothing of HTTP.
 */
export class Company {
	constructor(
		private readonly clock: EmulatorClock,
		private readonly switches: Switches,
	) {
		this.schedule = new Schedule(clock);
	}

	readonly ids = new IdSource();
	/** Changes that are still to show. */
	readonly schedule: Schedule;

	/** Grows with every change of any record. */
	revision = 0;
	readonly people = new Map<string, Person>();
	/** Holder of what is added without an owner. */
	defaultOwnerId = '';

	private readonly changed = () => {
		this.revision += 1;
	};
	readonly cards = new RecordTable<BizCardRecord, 'registeredAt' | 'completedAt' | 'updatedAt'>(
		{
			registeredAt: (card) => card.registeredTime,
			// Cards without a completion time come first.
			completedAt: (card) => card.completedTime ?? -1,
			updatedAt: (card) => card.updatedTime,
		},
		this.changed,
	);
	readonly tags = new RecordTable<TagRecord, 'id'>({ id: () => 0 }, this.changed);
	readonly reports = new RecordTable<ReportRecord, 'registeredAt' | 'updatedAt'>(
		{ registeredAt: (report) => report.registeredTime, updatedAt: (report) => report.updatedTime },
		this.changed,
	);
	private readonly persons = new PersonIndex();
	private readonly companyIds = new Map<string, string>();
	private collations = 0;

	/** Adds someone who can hold records, or replaces the one with the same id. */
	addPerson(input: Omit<Person, 'id'> & { readonly id?: string }): Person {
		const person = { ...input, id: input.id ?? this.ids.next('user') };
		this.people.set(person.id, person);
		this.changed();
		return person;
	}

	private time(value: number | string | Date): number {
		const time = toTime(value);
		return this.switches.timePrecision === 'seconds' ? Math.floor(time / 1000) * 1000 : time;
	}

	private idOfCompany(name: string): string {
		const known = this.companyIds.get(name);
		if (known) return known;
		const id = this.ids.next('company');
		this.companyIds.set(name, id);
		return id;
	}

	/** Stores a record, at once or when it is to show. */
	private show<T>(record: T, store: (record: T) => void, visibleAt: number | undefined): T {
		if (visibleAt === undefined) store(record);
		else this.schedule.add(visibleAt, () => store(record));
		return record;
	}

	private readonly storeCard = (card: BizCardRecord): void => {
		const before = this.cards.get(card.id);
		if (before) this.persons.remove(before);
		this.persons.add(card);
		this.cards.put(card);
	};

	private readonly storeReport = (report: ReportRecord): void => void this.reports.put(report);

	/**
	 * Adds a card. Everything has a default: completed now, held by the default owner, a person of its own.
	 *
	 * @throws Error when the id is taken
	 */
	addCard(input: CardInput = {}, { visibleAt }: ChangeOptions = {}): BizCardRecord {
		if (input.id !== undefined && this.cards.get(input.id))
			throw new Error(`Card ${input.id} exists`);
		const { registeredTime, updatedTime, completedTime, ...given } = input;
		const registered = this.time(registeredTime ?? updatedTime ?? this.clock.now());
		const updated = this.time(updatedTime ?? registered);
		const id = given.id ?? this.ids.next('card');
		const entryStatus = given.entryStatus ?? 'completed';
		const companyName = given.companyName ?? 'Example Trading Co., Ltd.';
		const completed =
			completedTime === undefined ? (entryStatus === 'completed' ? updated : null) : completedTime;
		const card: BizCardRecord = {
			exchangeDate: formatDate(registered, this.switches.timestampOffset),
			lastName: 'Doe',
			firstName: `Number ${numberOf(id)}`,
			lastNameReading: null,
			firstNameReading: null,
			departmentName: '',
			title: null,
			email: `card-${id}@example.com`,
			mobile: '',
			countryCode: 'JP',
			postalCode: '',
			prefecture: '',
			city: '',
			street: '',
			building: '',
			tel: '',
			secondTel: '',
			fax: '',
			url: '',
			memo: '',
			isUserCreated: false,
			isVirtualCard: false,
			hasUnrecognizedChar: false,
			tagIds: [],
			collation: 0,
			...given,
			id,
			companyName,
			companyId: given.companyId ?? this.idOfCompany(companyName),
			personId: given.personId ?? this.ids.next('person'),
			ownerId: given.ownerId ?? this.defaultOwnerId,
			entryStatus,
			registeredTime: registered,
			updatedTime: updated,
			completedTime: completed === null ? null : this.time(completed),
		};
		return this.show(card, this.storeCard, visibleAt);
	}

	/**
	 * Changes fields of a card. Unless told otherwise (`touch`, an updatedTime of its own, or the switch
	 * for a change of entryStatus alone) its updatedTime becomes the clock's time.
	 *
	 * @throws Error when there is no such card
	 */
	changeCard(
		id: string,
		input: CardInput,
		{ touch = true, visibleAt }: ChangeOptions = {},
	): BizCardRecord {
		const before = this.cards.mustGet(id);
		const { registeredTime, updatedTime, completedTime, ...given } = input;
		const statusAlone = Object.keys(input).every(
			(key) => key === 'entryStatus' || key === 'completedTime',
		);
		const touches = touch && !(statusAlone && !this.switches.statusChangeTouchesUpdatedTime);
		const now = this.time(this.clock.now());
		const completes = given.entryStatus === 'completed' && before.entryStatus !== 'completed';
		const completed =
			completedTime === undefined ? (completes ? now : before.completedTime) : completedTime;
		const after: BizCardRecord = {
			...before,
			...given,
			id,
			companyId:
				given.companyId ??
				(given.companyName === undefined ? before.companyId : this.idOfCompany(given.companyName)),
			registeredTime: this.time(registeredTime ?? before.registeredTime),
			updatedTime: this.time(updatedTime ?? (touches ? now : before.updatedTime)),
			completedTime: completed === null ? null : this.time(completed),
		};
		return this.show(after, this.storeCard, visibleAt);
	}

	/** Removes a card; true when there was one. */
	deleteCard(id: string): boolean {
		const card = this.cards.get(id);
		if (card) this.persons.remove(card);
		return this.cards.delete(id);
	}

	/**
	 * Judges two cards to be of one person, `newId` being the later one. With one holder, the old card
	 * becomes a past card.
	 *
	 * @throws Error when either card does not exist
	 */
	collateCards(oldId: string, newId: string, { touch = true }: ChangeOptions = {}): void {
		const old = this.cards.mustGet(oldId);
		const later = this.cards.mustGet(newId);
		this.collations += 1;
		const exchangeDate =
			old.exchangeDate > later.exchangeDate ? old.exchangeDate : later.exchangeDate;
		this.changeCard(oldId, { personId: later.personId }, { touch });
		this.changeCard(newId, { exchangeDate, collation: this.collations }, { touch });
	}

	/** All cards of a person that `keep` accepts. */
	cardsOf(personId: string, keep: (card: BizCardRecord) => boolean): BizCardRecord[] {
		return this.persons
			.of(personId)
			.map((id) => this.cards.mustGet(id))
			.filter(keep);
	}

	/** The card that stands for `card` today: the latest one of the same person under the same holder. */
	current(card: BizCardRecord): BizCardRecord {
		if (this.persons.isSingle(card.personId)) return card;
		const own = this.cardsOf(card.personId, (other) => other.ownerId === card.ownerId);
		return latestOf(own) ?? card;
	}

	/** Adds a tag; private and held by the default owner unless told otherwise. */
	addTag(input: TagInput = {}): TagRecord {
		const id = input.id ?? this.ids.next('tag');
		if (this.tags.get(id)) throw new Error(`Tag ${id} exists`);
		return this.tags.put({
			name: `Tag ${numberOf(id)}`,
			type: 'private',
			ownerId: this.defaultOwnerId,
			...input,
			id,
		});
	}

	/** Changes a tag. @throws Error when there is no such tag */
	changeTag(id: string, input: TagInput): TagRecord {
		return this.tags.put({ ...this.tags.mustGet(id), ...input, id });
	}

	/** Removes a tag from the company and, with it, from every card that shows it; true when there was one. */
	deleteTag(id: string): boolean {
		return this.tags.delete(id);
	}

	/** Adds a report; a meeting of the default owner, now, unless told otherwise. @throws Error when the id is taken */
	addReport(input: ReportInput = {}, { visibleAt }: ChangeOptions = {}): ReportRecord {
		const { registeredTime, updatedTime, startsAt, endsAt, ...given } = input;
		const id = given.id ?? this.ids.next('report');
		if (this.reports.get(id)) throw new Error(`Report ${id} exists`);
		const registered = this.time(registeredTime ?? updatedTime ?? this.clock.now());
		const starts = this.time(startsAt ?? registered);
		const report: ReportRecord = {
			externalAttendees: [],
			internalAttendees: [],
			type: 'Meeting',
			categories: [],
			title: `Report ${numberOf(id)}`,
			location: '',
			memo: '',
			...given,
			id,
			ownerId: given.ownerId ?? this.defaultOwnerId,
			registeredTime: registered,
			updatedTime: this.time(updatedTime ?? registered),
			startsAt: starts,
			endsAt: this.time(endsAt ?? starts + 3_600_000),
		};
		return this.show(report, this.storeReport, visibleAt);
	}

	/** Changes a report, as `changeCard` does a card. @throws Error when there is no such report */
	changeReport(
		id: string,
		input: ReportInput,
		{ touch = true, visibleAt }: ChangeOptions = {},
	): ReportRecord {
		const before = this.reports.mustGet(id);
		const { registeredTime, updatedTime, startsAt, endsAt, ...given } = input;
		const after: ReportRecord = {
			...before,
			...given,
			id,
			registeredTime: this.time(registeredTime ?? before.registeredTime),
			updatedTime: this.time(updatedTime ?? (touch ? this.clock.now() : before.updatedTime)),
			startsAt: this.time(startsAt ?? before.startsAt),
			endsAt: this.time(endsAt ?? before.endsAt),
		};
		return this.show(after, this.storeReport, visibleAt);
	}

	/** Removes a report; true when there was one. */
	deleteReport(id: string): boolean {
		return this.reports.delete(id);
	}

	/** Whether a user may view what `ownerId` holds. */
	maySee(user: EmulatorUser, ownerId: string): boolean {
		return ownerId === user.id || user.sees === 'all' || user.sees.includes(ownerId);
	}

	/** Whether a user may view a tag: private tags are their holder's alone. */
	maySeeTag(user: EmulatorUser, tag: TagRecord): boolean {
		return tag.ownerId === user.id || tag.type !== 'private';
	}
}
