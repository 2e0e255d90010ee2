/** A record's fields by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** The records of a CRM that is stood in for, by object and id. */
export class Records {
	private readonly objects = new Map<string, Map<string, Fields>>();
	private lastId = 100;

	/** @param idField how the CRM calls the id of a record */
	constructor(private readonly idField: string) {}

	private of(object: string): Map<string, Fields> {
		const records = this.objects.get(object) ?? new Map<string, Fields>();
		this.objects.set(object, records);
		return records;
	}

	/** The records of an object with their ids, oldest first. */
	all(object: string): Fields[] {
		return [...this.of(object)].map(([id, fields]) => ({ [this.idField]: id, ...fields }));
	}

	get(object: string, id: unknown): Fields | undefined {
		return this.of(object).get(String(id));
	}

	/** Puts in a record. @returns its id */
	make(object: string, fields: Fields): string {
		this.lastId += 1;
		this.of(object).set(String(this.lastId), fields);
		return String(this.lastId);
	}

	/** Changes a record. */
	edit(object: string, id: unknown, fields: Fields): void {
		this.of(object).set(String(id), { ...this.get(object, id), ...fields });
	}

	/** Leaves no record. */
	clear(): void {
		this.objects.clear();
	}
}
