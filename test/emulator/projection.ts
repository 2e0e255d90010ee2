import type { Company } from './company';
import { formatDate, formatDateTime } from './dateTime';
import type { ApiVersion } from './endpoints';
import type { BizCardRecord, EmulatorUser, Person, ReportRecord, TagRecord } from './records';
import type { Switches } from './switches';

/** A record as it goes over the wire. */
export type WireRecord = Record<string, unknown>;

/** Where a tag stands in an answer; its key's spelling depends on it. */
export type TagShape = 'tagList' | 'cardTags' | 'cards';

const LOWER_CASE_ID: Record<Switches['tagIdSpelling'], readonly TagShape[]> = {
	idInTagList: ['tagList'],
	idInCardTags: ['cardTags'],
	idInCards: ['cards'],
	'always id': ['tagList', 'cardTags', 'cards'],
	'always Id': [],
};
/** The nullable fields of a card; no other record has any (spec: "BizCard"). */
const NULLABLE_OF_CARD = ['lastNameReading', 'firstNameReading', 'title'];
const IDS = ['id', 'Id'];

/** Writes records for one user in one version (spec: "Resources and their fields"). */
export class Projection {
	constructor(
		private readonly company: Company,
		private readonly switches: Switches,
		private readonly version: ApiVersion,
		private readonly user: EmulatorUser,
	) {}

	/** A card with the fields that the version has. */
	card(card: BizCardRecord, includeTags: boolean): WireRecord {
		const { version } = this;
		return this.finish(
			{
				id: card.id,
				companyId: card.companyId,
				personId: card.personId,
				exchangeDate: card.exchangeDate,
				registeredTime: this.time(card.registeredTime),
				updatedTime: this.time(card.updatedTime),
				owner: this.owner(card.ownerId),
				lastName: card.lastName,
				firstName: card.firstName,
				lastNameReading: card.lastNameReading,
				firstNameReading: card.firstNameReading,
				departmentName: card.departmentName,
				title: card.title,
				email: card.email,
				mobile: card.mobile,
				companyName: card.companyName,
				...(version !== '2.0' && { countryCode: card.countryCode }),
				postalCode: card.postalCode,
				address: card.prefecture + card.city + card.street + card.building,
				prefecture: card.prefecture,
				city: card.city,
				street: card.street,
				building: card.building,
				tel: card.tel,
				secondTel: card.secondTel,
				fax: card.fax,
				url: card.url,
				memo: card.memo,
				entryStatus: card.entryStatus,
				isUserCreated: card.isUserCreated,
				...(version === '3.2' && { isVirtualCard: card.isVirtualCard }),
				...(version !== '2.0' && this.tagsField(card, includeTags)),
				...(version === '3.2' && { hasUnrecognizedChar: card.hasUnrecognizedChar }),
			},
			NULLABLE_OF_CARD,
		);
	}

	/** A tag, its key spelled as this shape spells it. */
	tag(tag: TagRecord, shape: TagShape): WireRecord {
		const key = LOWER_CASE_ID[this.switches.tagIdSpelling].includes(shape) ? 'id' : 'Id';
		const owned = this.switches.tagSchema === 'ownerAlways' || tag.type === 'private';
		return this.finish({
			[key]: tag.id,
			name: tag.name,
			type: tag.type,
			owner: owned ? this.owner(tag.ownerId) : null,
		});
	}

	/** A report; date fields and time fields exclude each other by type. */
	report(report: ReportRecord): WireRecord {
		const offset = this.switches.timestampOffset;
		const byDate = report.type === 'BizCardExchange';
		const unknownType = report.type === 'OnlineMeeting' && this.version === '2.5';
		return this.finish({
			id: report.id,
			registeredTime: this.time(report.registeredTime),
			updatedTime: this.time(report.updatedTime),
			startDate: byDate ? formatDate(report.startsAt, offset) : null,
			endDate: byDate ? formatDate(report.endsAt, offset) : null,
			startTime: byDate ? null : this.time(report.startsAt),
			endTime: byDate ? null : this.time(report.endsAt),
			owner: this.owner(report.ownerId),
			externalAttendees: this.orNull(report.externalAttendees),
			internalAttendees: this.orNull(report.internalAttendees),
			type: unknownType ? 'Meeting' : report.type,
			categories: this.orNull(report.categories),
			title: this.orNull(report.title),
			location: this.orNull(report.location),
			memo: this.orNull(report.memo),
		});
	}

	/** The tags of a card that the user may view, in order of id. */
	tagsOf(card: BizCardRecord): TagRecord[] {
		return [...card.tagIds]
			.sort()
			.map((id) => this.company.tags.get(id))
			.filter(
				(tag): tag is TagRecord => tag !== undefined && this.company.maySeeTag(this.user, tag),
			);
	}

	private tagsField(card: BizCardRecord, includeTags: boolean): { tags?: WireRecord[] } {
		const without = this.switches.tagsWithoutIncludeTags;
		if (!includeTags && without === 'absent') return {};
		if (!includeTags && without === 'empty') return { tags: [] };
		return { tags: this.tagsOf(card).map((tag) => this.tag(tag, 'cards')) };
	}

	/** A field of a report; the spec does not show what stands for nothing. */
	private orNull<T>(value: string | readonly T[]): string | readonly T[] | null {
		return value.length === 0 && this.switches.reportFieldTypes === 'null' ? null : value;
	}

	private time(time: number): string {
		return formatDateTime(time, this.switches.timestampOffset);
	}

	private owner(id: string): Person {
		const person = this.company.people.get(id);
		return { id, name: person?.name ?? '', email: person?.email ?? '' };
	}

	private finish(record: WireRecord, nullable: readonly string[] = []): WireRecord {
		const { nullability, extraUnknownFields } = this.switches;
		if (nullability !== 'asStored') {
			for (const field of Object.keys(record)) {
				if (nullability === 'every' ? !IDS.includes(field) : nullable.includes(field))
					record[field] = null;
			}
		}
		if (extraUnknownFields)
			record.laterAddition = { since: 'a later release', list: [1, null, 'x'] };
		return record;
	}
}
