/** Which record is associated with which, and by which types (associations guide, v4). */

/** The types that HubSpot defines and the recipes use: the primary company, and what has no label. */
export const TYPE = {
	primaryCompany: 1,
	contactToCompany: 279,
	noteToContact: 202,
	meetingToContact: 200,
	callToContact: 194,
} as const;

/** The only type without a label from one object to another. */
export const UNLABELLED: Readonly<Record<string, number>> = {
	'contacts companies': TYPE.contactToCompany,
	'notes contacts': TYPE.noteToContact,
	'meetings contacts': TYPE.meetingToContact,
	'calls contacts': TYPE.callToContact,
};

interface Association {
	readonly from: string;
	readonly to: string;
	readonly types: ReadonlySet<number>;
}

/** The associations of all records. A record is named by object and id: `contacts 101`. */
export class Associations {
	private all: Association[] = [];

	/**
	 * Associates two records. The first company of a contact is the primary one; the default association of another does not make it so,
	 * type 1 does, and takes it from the former one, which stays associated (hubspot-api-nodejs#176, hubspot-api-ruby#189).
	 */
	add(from: string, to: string, type: number): void {
		const isCompany = to.startsWith('companies ');
		const isFirst = isCompany && this.primaryCompany(from) === undefined;
		const isPrimary = isFirst || type === TYPE.primaryCompany;
		if (isPrimary) this.all = this.all.map((each) => (each.from === from ? withoutPrimary(each) : each));
		const before = this.all.find((each) => each.from === from && each.to === to);
		const types = new Set([...(before?.types ?? []), type, ...(isPrimary ? [TYPE.primaryCompany] : [])]);
		if (isCompany) types.add(TYPE.contactToCompany);
		this.all = [...this.all.filter((each) => each !== before), { from, to, types }];
	}

	/** The ids of the records of an object that are associated with a record, in either direction, in order of their ids. */
	of(record: string, object: string): string[] {
		const others = this.all.flatMap(({ from, to }) => (from === record ? [to] : to === record ? [from] : []));
		const ids = others.filter((other) => other.startsWith(`${object} `)).map((other) => other.slice(object.length + 1));
		return [...new Set(ids)].sort((one, other) => Number(one) - Number(other));
	}

	/** The id of the company that a contact works for, as HubSpot shows it in `associatedcompanyid`. */
	primaryCompany(contact: string): string | undefined {
		const primary = this.all.find(({ from, types }) => from === contact && types.has(TYPE.primaryCompany));
		return primary?.to.slice('companies '.length);
	}

	/** Gives what a record is associated with to another, which keeps its own primary company. */
	move(loser: string, winner: string): void {
		const moved = this.all.filter(({ from, to }) => [from, to].includes(loser));
		this.all = this.all.filter((each) => !moved.includes(each));
		for (const { from, to } of moved) {
			const [newFrom, newTo] = [from, to].map((each) => (each === loser ? winner : each)) as [string, string];
			this.add(newFrom, newTo, UNLABELLED[[newFrom, newTo].map((each) => each.split(' ')[0]).join(' ')] ?? 0);
		}
	}

	clear(): void {
		this.all = [];
	}
}

function withoutPrimary(association: Association): Association {
	return { ...association, types: new Set([...association.types].filter((type) => type !== TYPE.primaryCompany)) };
}
