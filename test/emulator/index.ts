import { once, setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jpeg } from '../support/jpeg';
import { machinePace, type EmulatorClock, type EmulatorPace } from './clock';
import { Company } from './company';
import { FaultBook } from './faults';
import type { RecordKind } from './organization/columns';
import { Organization, type OrganizationRecord } from './organization/directory';
import { Importer } from './organization/importer';
import { ImportJobs } from './organization/jobs';
import { Pager } from './pager';
import { RateLimiter } from './rateLimit';
import type { BizCardRecord, EmulatorUser, UserInput } from './records';
import { serverOf, type CallRecord, type Violation } from './server';
import { DEFAULT_SWITCHES, type Switches } from './switches';

export { ManualClock, type EmulatorClock, type EmulatorPace } from './clock';
export { ENDPOINTS, type ApiVersion, type EndpointId } from './endpoints';
export type { FaultScript } from './faults';
export { DEPARTMENT_COLUMNS, USER_COLUMNS, type RecordKind } from './organization/columns';
export type { OrganizationRecord } from './organization/directory';
export type * from './records';
export type { CallPart, CallRecord, Violation } from './server';
export { DEFAULT_SWITCHES, SWITCH_VALUES, type Switches } from './switches';

/** How an emulator is started; everything has a default. */
export interface EmulatorOptions {
	/** The service's own time; the wall clock by default. */
	readonly clock?: EmulatorClock;
	/** Whether a key has ten calls a second, as by default, or any number. */
	readonly rateLimit?: boolean;
	/** What the pace of the calls is measured with, and latency passes by; the machine's monotonic time by default. */
	readonly pace?: EmulatorPace;
	readonly switches?: Partial<Switches>;
	/** The service's day, YYYY-MM-DD, before which no user begins; the day in Japan by default. */
	readonly today?: () => string;
	/** Any free port by default. */
	readonly port?: number;
	/** What another emulator had stored, and this one goes on with. */
	readonly snapshot?: ServiceSnapshot;
}

/** Everything that an emulator stores but page tokens and imports, in a form that `node:v8` can write to a file. */
export interface ServiceSnapshot {
	readonly company: object;
	readonly organization: object;
	readonly users: ReadonlyMap<string, EmulatorUser>;
	readonly images: ReadonlyMap<string, Buffer | null>;
}

type CardSide = 'front' | 'back';

type Hook = (call: CallRecord) => void | Promise<void>;

const API_KEY = 'EmulatorSystemAdministratorKey01';

/** A running emulator of the service, all of it over HTTP on 127.0.0.1. It refuses and writes down what the spec does not have. */
export class Emulator {
	/** Service address without the version segment. */
	baseUrl = '';
	/** Key of a system administrator who sees everything and holds what is added without an owner. */
	readonly apiKey = API_KEY;
	/** The one application id that is known; calls without one are fine. */
	readonly appId = 'EmulatorApp01';
	readonly user: EmulatorUser;
	readonly users = new Map<string, EmulatorUser>();
	/** The records themselves, for looking things up. */
	readonly company: Company;
	readonly organization: Organization;
	readonly importer: Importer;
	/** Reserved, running and finished imports, and how they come along. */
	readonly imports: ImportJobs;
	readonly pager = new Pager();
	readonly clock: EmulatorClock;
	readonly pace: EmulatorPace;
	/** May be set at any time, as may be the next two. */
	readonly switches: Switches;
	readonly faults = new FaultBook();
	/** Added before every answer. */
	latencyMs = 0;
	/** What refuses calls that come too fast, if anything does. */
	readonly limiter: RateLimiter | undefined;
	/** Every call since the start or the last clearLog, in order of arrival. */
	readonly calls: CallRecord[] = [];
	/** Breaches of the interface; a test that expects none checks that this is empty. */
	readonly violations: Violation[] = [];
	/** Run before each call is answered, in order. */
	readonly hooks = new Set<Hook>();
	private readonly images = new Map<string, Buffer | null>();
	private readonly ending = new AbortController();
	/** Fires when the emulator closes. */
	readonly closing = this.ending.signal;
	private readonly http = serverOf(this);

	private readonly port: number;

	constructor(options: EmulatorOptions = {}) {
		const { clock = Date, switches = {}, rateLimit = true, pace = machinePace, today, port = 0, snapshot } = options;
		this.port = port;
		this.clock = clock;
		this.pace = pace;
		this.limiter = rateLimit ? new RateLimiter() : undefined;
		this.switches = { ...DEFAULT_SWITCHES, ...switches };
		this.company = new Company(clock);
		this.organization = new Organization();
		this.importer = new Importer(this.organization, clock, this.switches, today);
		this.imports = new ImportJobs(this.importer, this.organization);
		this.user = this.addUser({ apiKey: API_KEY, role: 'admin', name: '管理 太郎', email: 'admin@example.co.jp' });
		this.company.defaultOwnerId = this.user.id;
		if (snapshot) this.restore(snapshot);
		// Every answer that is kept back listens for it, and there may be many at once.
		setMaxListeners(0, this.closing);
	}

	async open(): Promise<void> {
		this.http.listen({ host: '127.0.0.1', port: this.port });
		await once(this.http, 'listening');
		this.baseUrl = `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
	}

	/** Ends the server and every open connection. */
	async close(): Promise<void> {
		this.ending.abort();
		const closed = once(this.http, 'close');
		this.http.close();
		this.http.closeAllConnections();
		await closed;
	}

	/** What is stored, for an emulator that is to go on with it. Write or copy it before anything changes. */
	snapshot(): ServiceSnapshot {
		return {
			company: this.company.snapshot(),
			organization: this.organization.snapshot(),
			users: this.users,
			images: this.images,
		};
	}

	/** Puts what another emulator had stored in the place of all that this one has. */
	private restore({ company, organization, users, images }: ServiceSnapshot): void {
		this.company.restore(company);
		this.organization.restore(organization);

		this.users.clear();
		users.forEach((user, apiKey) => this.users.set(apiKey, user));

		this.images.clear();
		images.forEach((image, side) => this.images.set(side, image));
	}

	clearLog(): void {
		this.calls.length = 0;
		this.violations.length = 0;
	}

	/** Runs `fn` before each call is answered, for example to change data between two pages; returns its removal. */
	onBeforeCall(fn: Hook): () => void {
		this.hooks.add(fn);
		return () => this.hooks.delete(fn);
	}

	/** Issues another API key. */
	addUser({ apiKey, role = 'user', ...input }: UserInput): EmulatorUser {
		const number = this.users.size + 1;
		const { id = this.company.nextId(), name = `User ${number}`, email = `user-${number}@example.co.jp` } = input;
		const { forbidden = false, seesCreated = true } = input;
		const user: EmulatorUser = { id, name, email, apiKey, role, forbidden, seesCreated };
		this.company.people.set(id, user);
		this.users.set(apiKey, user);
		return user;
	}

	/* Records are added and changed as the company does it. */
	readonly addCard: Company['addCard'] = (...given) => this.company.addCard(...given);
	readonly changeCard: Company['changeCard'] = (...given) => this.company.changeCard(...given);
	readonly deleteCard = (id: string): boolean => this.company.cards.delete(id);
	readonly collateCards: Company['collateCards'] = (...given) => this.company.collateCards(...given);
	readonly addTag: Company['addTag'] = (input) => this.company.addTag(input);
	readonly addReport: Company['addReport'] = (...given) => this.company.addReport(...given);
	readonly changeReport: Company['changeReport'] = (...given) => this.company.changeReport(...given);
	readonly deleteReport = (id: string): boolean => this.company.reports.delete(id);

	/** Gives a side of a card a JPEG, or takes it away. */
	setImage(cardId: string, side: CardSide, image: Buffer | null): void {
		this.images.set(`${cardId} ${side}`, image);
	}

	/** The JPEG of a side, if there is one: every card that was scanned has a front. */
	imageOf({ id, isUserCreated }: BizCardRecord, side: CardSide): Buffer | undefined {
		const given = this.images.get(`${id} ${side}`);
		const isScanned = given === undefined && side === 'front' && !isUserCreated;
		return isScanned ? jpeg() : (given ?? undefined);
	}

	/** Adds a department or user to the organization as it stands, unchecked. Returns its DepartmentId or UserUuid. */
	addOrganizationRecord = (kind: RecordKind, cells: OrganizationRecord): string => this.organization.add(kind, cells);

	/** The departments or users in force, by id. */
	organizationRecords = (kind: RecordKind): ReadonlyMap<string, OrganizationRecord> => this.organization.directory[kind];
}

/** Starts an emulator of the service (spec: the whole of it). @returns the running emulator; end it with `close()` */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const emulator = new Emulator(options);
	await emulator.open();
	return emulator;
}
