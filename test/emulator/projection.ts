import type { Company } from './company';
import { formatDate, formatDateTime } from './dateTime';
import type { ApiVersion } from './endpoints';
import type { WireRecord } from './pager';
import type { BizCardRecord, EmulatorUser, Person, ReportRecord, TagRecord } from './records';
import type { Switches } from './switches';

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
		const { isVirtualCard, hasUnrecognizedChar, countryCode, tagIds, ownerId, completedTime, ...rest } = card;
		return {
			...this.common(card, rest),
			address: card.prefecture + card.city + card.street + card.building,
			...(version !== '2.0' && { countryCode }),
			...(version !== '2.0' && includeTags && { tags: this.tagsOf(card).map((tag) => this.tag(tag, 'idInCards')) }),
			...(version === '3.2' && { isVirtualCard, hasUnrecognizedChar }),
		};
	}

	/** A tag, its key spelled as it is where it stands. */
	tag({ id, name, type, ownerId }: TagRecord, place: Switches['tagIdSpelling']): WireRecord {
		return { [this.switches.tagIdSpelling === place ? 'id' : 'Id']: id, name, type, owner: this.owner(ownerId) };
	}

	/** A report; date fields and time fields exclude each other by type. */
	report(report: ReportRecord): WireRecord {
		const { startsAt, endsAt, ownerId, ...rest } = report;
		const byDate = rest.type === 'BizCardExchange';
		return {
			...this.common(report, rest),
			startDate: byDate ? formatDate(startsAt) : null,
			endDate: byDate ? formatDate(endsAt) : null,
			startTime: byDate ? null : formatDateTime(startsAt),
			endTime: byDate ? null : formatDateTime(endsAt),
		};
	}

	/** The tags of a card that the user may view, in order of id. */
	tagsOf({ tagIds }: BizCardRecord): TagRecord[] {
		const tags = [...tagIds].sort().flatMap((id) => this.company.tags.get(id) ?? []);
		return tags.filter((tag) => this.company.maySeeTag(this.user, tag));
	}

	private common({ registeredTime, updatedTime, ownerId }: BizCardRecord | ReportRecord, shown: WireRecord): WireRecord {
		const times = { registeredTime: formatDateTime(registeredTime), updatedTime: formatDateTime(updatedTime) };
		return { ...shown, ...times, owner: this.owner(ownerId) };
	}

	private owner(id: string): Person {
		const { name = '', email = '' } = this.company.people.get(id) ?? {};
		return { id, name, email };
	}
}
