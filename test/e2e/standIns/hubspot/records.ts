import { StandIn, type Fields } from '../services';
import { Associations, TYPE, UNLABELLED } from './associations';

/** Providers of free mail get no company of their own (knowledge base, "Create and associate companies with contacts"). */
const FREE_MAIL = ['gmail.com', 'yahoo.co.jp', 'outlook.com'];

/**
 * HubSpot's records, as people and HubSpot itself change them. Tests put in and change with `make` and `edit` what people did some time
 * ago; what calls did is known at once by ID and by unique property, and to searches after `indexNow` (guide "Search the CRM";
 * hubspot-api-php#59, Flagsmith#5739).
 */
export abstract class HubSpotRecords extends StandIn {
	/** Whether a new contact is associated with the company of its address, which is made where there is none. */
	makesCompanies = false;
	/** Whether the ID of a contact that was merged leads to the winner: `?`, see tap-hubspot#49. */
	mergedIdsLead = false;

	protected readonly associations = new Associations();
	protected readonly merged = new Map<string, string>();
	private readonly archived = new Set<string>();
	private readonly index = new Map<string, Map<string, Fields>>();

	override all(object: string): Fields[] {
		const present = super.all(object).filter(({ id }) => !this.archived.has(`${object} ${String(id)}`));
		return present.map((record) => this.shown(object, record));
	}

	override get(object: string, id: unknown): Fields | undefined {
		const key = `${object} ${String(id)}`;
		const record = this.archived.has(key) ? undefined : super.get(object, id);
		return record && this.shown(object, { id: String(id), ...record });
	}

	/** Puts in what people made some time ago: searches know it. */
	override make(object: string, { associatedcompanyid: company, ...fields }: Fields): string {
		const id = super.make(object, withLowerCaseAddress(fields));
		if (company !== undefined)
			this.associations.add(`${object} ${id}`, `companies ${String(company)}`, TYPE.primaryCompany);
		this.indexOne(object, id);
		return id;
	}

	/** Changes what people changed some time ago. */
	override edit(object: string, id: unknown, fields: Fields): void {
		super.edit(object, id, withLowerCaseAddress(fields));
		this.indexOne(object, String(id));
	}

	/** Lets people archive a record. Searches find it until they are told (objects API; the recycling bin of the knowledge base). */
	archive(object: string, id: unknown): void {
		this.archived.add(`${object} ${String(id)}`);
	}

	/**
	 * Lets people merge two contacts: the winner keeps its values and gets the other's address as an additional one (merge reference).
	 */
	merge(winner: string, loser: string): void {
		const [kept, lost] = [winner, loser].map((id) => this.get('contacts', id) ?? {}) as [Fields, Fields];
		const additional = [kept.hs_additional_emails, lost.email, lost.hs_additional_emails].filter(Boolean).join(';');
		this.edit('contacts', winner, { hs_additional_emails: additional });
		this.associations.move(`contacts ${loser}`, `contacts ${winner}`);
		this.merged.set(loser, winner);
		this.archive('contacts', loser);
		this.indexNow();
	}

	/** Lets searches know all that is there now. */
	indexNow(): void {
		this.index.clear();
		for (const object of ['contacts', 'companies', 'notes', 'meetings', 'calls'])
			for (const { id } of this.all(object)) this.indexOne(object, String(id));
	}

	private indexOne(object: string, id: string): void {
		const records = this.index.get(object) ?? new Map<string, Fields>();
		this.index.set(object, records.set(id, this.get(object, id) ?? {}));
	}

	override clear(): void {
		super.clear();
		this.associations.clear();
		for (const memory of [this.merged, this.archived, this.index]) memory.clear();
		Object.assign(this, { makesCompanies: false, mergedIdsLead: false });
	}

	/** A record as HubSpot shows it, with what follows from its associations. */
	protected shown(object: string, record: Fields): Fields {
		const key = `${object} ${String(record.id)}`;
		if (object === 'contacts') {
			const company = this.associations.primaryCompany(key);
			return company === undefined ? record : { ...record, associatedcompanyid: company };
		}
		return UNLABELLED[`${object} contacts`] ? { ...record, contacts: this.associations.of(key, 'contacts') } : record;
	}

	/** Puts in what a call made: searches do not know it yet. */
	protected add(object: string, fields: Fields): string {
		return super.make(object, withLowerCaseAddress(fields));
	}

	/** Changes what a call changes. */
	protected put(object: string, id: unknown, fields: Fields): void {
		super.edit(object, id, withLowerCaseAddress(fields));
	}

	/** The records that searches know. */
	protected indexed(object: string): Fields[] {
		return [...(this.index.get(object)?.values() ?? [])];
	}

	/** "Create and associate companies with contacts" (knowledge base; highlight#5782): the company of the domain, and primary. */
	protected associateByAddress(contact: string): void {
		const domain = String(this.get('contacts', contact)?.email ?? '').split('@')[1];
		if (!this.makesCompanies || !domain || FREE_MAIL.includes(domain)) return;
		const known = this.all('companies').find((company) => company.domain === domain);
		const company = known ? String(known.id) : super.make('companies', { domain, name: domain.split('.')[0] });
		this.associations.add(`contacts ${contact}`, `companies ${company}`, TYPE.contactToCompany);
	}
}

/** HubSpot keeps addresses in lower case. */
function withLowerCaseAddress(fields: Fields): Fields {
	return typeof fields.email === 'string' ? { ...fields, email: fields.email.toLowerCase() } : fields;
}
