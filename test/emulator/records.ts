/** Someone who holds cards, tags or reports: the `owner` of records. */
export interface Person {
	readonly id: string;
	readonly name: string;
	readonly email: string;
}

/** The user behind an API key. */
export interface EmulatorUser extends Person {
	readonly apiKey: string;
	/** Administrators may use the organization endpoints, and view what others hold. */
	readonly role: 'user' | 'admin';
	/** Every call is answered 403 has_no_permission. */
	readonly forbidden: boolean;
	/** Whether E6 shows this user the card it created. */
	readonly seesCreated: boolean;
}

/** Someone to give an API key to. Whatever is left out is made up. */
export type UserInput = Partial<EmulatorUser> & { /** 32 alphanumerics. */ readonly apiKey: string };

/** States of a card's data entry. */
export type EntryStatus = 'processing' | 'completed' | 'unreadable';

/** Texts of a card (spec: "BizCard"). */
type Name = 'lastName' | 'firstName' | 'companyName' | 'departmentName';
type Address = 'countryCode' | 'postalCode' | 'prefecture' | 'city' | 'street' | 'building';
type Contact = 'email' | 'mobile' | 'tel' | 'secondTel' | 'fax' | 'url' | 'memo';

/** A card as the emulator keeps it. Never altered in place: a change puts a new record in its stead. */
export interface BizCardRecord extends Readonly<Record<Name | Address | Contact, string>> {
	readonly id: string;
	readonly companyId: string;
	readonly personId: string;
	/** YYYY-MM-DD */
	readonly exchangeDate: string;
	/** Times are milliseconds since the epoch. */
	readonly registeredTime: number;
	readonly updatedTime: number;
	/** When data entry finished; null while it has not. */
	readonly completedTime: number | null;
	readonly ownerId: string;
	readonly lastNameReading: string | null;
	readonly firstNameReading: string | null;
	readonly title: string | null;
	readonly entryStatus: EntryStatus;
	readonly isUserCreated: boolean;
	readonly isVirtualCard: boolean;
	readonly hasUnrecognizedChar: boolean;
	readonly tagIds: readonly string[];
}

export interface TagRecord {
	readonly id: string;
	readonly name: string;
	readonly type: 'private' | 'public' | 'shared';
	readonly ownerId: string;
}

export interface ReportRecord {
	readonly id: string;
	readonly registeredTime: number;
	readonly updatedTime: number;
	/** Milliseconds; shown as dates or as times, depending on the type. */
	readonly startsAt: number;
	readonly endsAt: number;
	readonly ownerId: string;
	readonly externalAttendees: ReadonlyArray<
		Pick<BizCardRecord, 'id' | 'personId' | 'companyName' | 'lastName' | 'firstName'>
	>;
	readonly internalAttendees: ReadonlyArray<{
		readonly id: string;
		readonly name: string;
		readonly departmentName: string;
	}>;
	/** OnlineMeeting is known to version 3.2 only. */
	readonly type: 'Meeting' | 'Call' | 'Email' | 'BizCardExchange' | 'OnlineMeeting';
	readonly categories: ReadonlyArray<{ readonly name: string; readonly value: string }>;
	readonly title: string;
	readonly location: string;
	readonly memo: string;
}

type Moments<K extends string> = { readonly [P in K]?: number | string | Date };
type CardTimes = 'registeredTime' | 'updatedTime' | 'completedTime';
type ReportTimes = 'registeredTime' | 'updatedTime' | 'startsAt' | 'endsAt';

/** Fields of a card to add or change; times in any form. */
export type CardInput = Partial<Omit<BizCardRecord, CardTimes>> & Moments<CardTimes>;
export type TagInput = Partial<TagRecord>;
/** Fields of a report to add or change; times in any form. */
export type ReportInput = Partial<Omit<ReportRecord, ReportTimes>> & Moments<ReportTimes>;
