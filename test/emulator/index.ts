import { once, setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CallLog, type CallRecord, type Violation } from './callLog';
import { CardImages, type CardImage, type CardSide } from './cardImages';
import { machinePace, wallClock, type EmulatorClock, type EmulatorPace } from './clock';
import { Company, type ChangeOptions } from './company';
import { registerControl } from './control';
import { Digitization } from './digitization';
import { FaultBook } from './faults';
import { frontOf } from './front';
import type { RecordKind } from './organization/columns';
import { Organization, type OrganizationRecord } from './organization/directory';
import { Importer } from './organization/importer';
import { ImportJobs } from './organization/jobs';
import { Pager } from './pager';
import { DEFAULT_RATE_LIMIT, type RateLimit } from './rateLimit';
import type {
	BizCardRecord,
	CardInput,
	EmulatorUser,
	ReportInput,
	ReportRecord,
	TagInput,
	TagRecord,
} from './records';
import { ServiceServer, type LiveSettings } from './server';
import type { Capacity, Service } from './service';
import { DEFAULT_SWITCHES, type Switches } from './switches';
import { Users, type UserInput } from './users';

export type { CallPart, CallRecord, Violation } from './callLog';
export type { CardImage, CardSide } from './cardImages';
export { ManualClock, OffsetClock, wallClock, type EmulatorClock, type EmulatorPace } from './clock';
export type { ChangeOptions, Company } from './company';
export {
	API_VERSIONS,
	ENDPOINTS,
	type ApiVersion,
	type EndpointId,
	type EndpointSpec,
} from './endpoints';
export type { FaultBook, FaultKind, FaultScript } from './faults';
export { DEPARTMENT_COLUMNS, USER_COLUMNS, type RecordKind } from './organization/columns';
export type { OrganizationRecord } from './organization/directory';
export { IMPORT_STATUS, type ImportJob, type ImportJobs } from './organization/jobs';
export type { RateLimit } from './rateLimit';
export type * from './records';
export { DEFAULT_SWITCHES, IMPORT_ROWS, type Switches } from './switches';
export { ERROR_BODY_STYLES, OPEN_ERROR_STATUSES, SWITCH_VALUES } from './switchValues';
export type { Capacity } from './service';
export { seedCompany, type Seeded, type SeedOptions } from './seed';
export type { UserInput } from './users';

/** How an emulator is started; everything has a default. */
export interface EmulatorOptions {
	/** The service's own time; the wall clock by default. */
	readonly clock?: EmulatorClock;
	/** 0, the default, takes any free port. */
	readonly port?: number;
	/** Calls per key and window of real time, 10 per second by default; false for no limit. */
	readonly rateLimit?: RateLimit | false;
	/** What the pace of the calls is measured with, and latency passes by; the machine's monotonic time by default. */
	readonly pace?: EmulatorPace;
	readonly switches?: Partial<Switches>;
	/** Refuse and record what the spec does not have; true by default. */
	readonly strict?: boolean;
}

/** A running emulator of the service, all of it over HTTP on 127.0.0.1. */
export interface Emulator {
	/** Service address without the version segment. */
	readonly baseUrl: string;
	/** Key of a system administrator who sees everything and holds what is added without an owner. */
	readonly apiKey: string;
	/** The one application id that is known, in the form that the switches say; calls without one are fine. */
	readonly appId: string;
	/** The user behind `apiKey`. */
	readonly user: EmulatorUser;
	readonly clock: EmulatorClock;
	/** May be set at any time. */
	readonly switches: Switches;
	/** The records themselves, for looking things up. */
	readonly company: Company;

	/** Issues another API key. */
	addUser(input: UserInput): EmulatorUser;
	addCard(input?: CardInput, options?: ChangeOptions): BizCardRecord;
	changeCard(id: string, input: CardInput, options?: ChangeOptions): BizCardRecord;
	deleteCard(id: string): boolean;
	/** Judges two cards to be of the same person, the second being the later one. */
	collateCards(oldId: string, newId: string, options?: ChangeOptions): void;
	addTag(input?: TagInput): TagRecord;
	changeTag(id: string, input: TagInput): TagRecord;
	deleteTag(id: string): boolean;
	addReport(input?: ReportInput, options?: ChangeOptions): ReportRecord;
	changeReport(id: string, input: ReportInput, options?: ChangeOptions): ReportRecord;
	deleteReport(id: string): boolean;
	/** Sets the image of one side of a card: a JPEG, null for none, or 'drawn' for a picture of the card. */
	setImage(cardId: string, side: CardSide, image: CardImage): void;

	/** Ends a card's data entry; fields that are not given are made up. */
	completeDigitization(cardId: string, fields?: CardInput): BizCardRecord;
	/** Time of the clock after which data entry ends by itself; null, the default, for never. */
	digitizationMs: number | null;
	/** May be set at any time. */
	readonly capacity: Capacity;

	/**
	 * Adds a department or user to the organization as it stands, unchecked; `personId` names the holder
	 * of records that a user is. Returns its DepartmentId or UserUuid.
	 */
	addOrganizationRecord(kind: RecordKind, cells: OrganizationRecord, personId?: string): string;
	/** The departments or users in force, by id. */
	organizationRecords(kind: RecordKind): ReadonlyMap<string, OrganizationRecord>;
	/** Reserved, running and finished imports, and how fast they come along. */
	readonly imports: ImportJobs;

	readonly faults: FaultBook;
	/** Runs `fn` before each call is answered, for example to change data between two pages; returns its removal. */
	onBeforeCall(fn: (call: CallRecord) => void | Promise<void>): () => void;
	/** Every call since the start or the last clearLog, in order of arrival. */
	readonly calls: readonly CallRecord[];
	/** Breaches of the interface; a test that expects none checks that this is empty. */
	readonly violations: readonly Violation[];
	readonly refusedByRateLimit: number;
	/** Forgets calls, violations and refusals. */
	clearLog(): void;
	/** Added before every answer. */
	latencyMs: number;
	rateLimit: RateLimit | false;
	/** Ends the server and every open connection. */
	close(): Promise<void>;
}

const API_KEY = 'EmulatorSystemAdministratorKey01';
const APP_IDS: Readonly<Record<Switches['appIdForm'], string>> = {
	plain: 'EmulatorApp01',
	short: 'A1',
	long: 'EmulatorApp01'.padEnd(128, '0'),
	symbols: 'emulator-app_01.a+b/c=',
};

/**
 * Starts an emulator of the service (spec: the whole of it).
 *
 * @returns the running emulator; end it with `close()`
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const clock = options.clock ?? wallClock;
	const switches: Switches = { ...DEFAULT_SWITCHES, ...options.switches };
	const company = new Company(clock, switches);
	const users = new Users(company, () => APP_IDS[switches.appIdForm]);
	const log = new CallLog();
	const faults = new FaultBook();
	const images = new CardImages();
	const settings: LiveSettings = {
		latencyMs: 0,
		rateLimit: options.rateLimit ?? DEFAULT_RATE_LIMIT,
		strict: options.strict ?? true,
		pace: options.pace ?? machinePace,
	};
	const beforeCall = new Set<(call: CallRecord) => void | Promise<void>>();
	const closing = new AbortController();
	// Every answer that is kept back listens for it, and there may be many at once.
	setMaxListeners(0, closing.signal);
	const digitization = new Digitization(company, clock, switches);
	const capacity: Capacity = { cards: Infinity, digitizations: Infinity, digitized: 0 };
	const pager = new Pager(clock, switches);
	const organization = new Organization(company);
	const importer = new Importer(organization, clock, switches);
	const imports = new ImportJobs(importer, organization, clock, switches);
	const records = {
		company,
		images,
		pager,
		digitization,
		capacity,
		organization,
		importer,
		imports,
	};
	const service: Service = { clock, switches, ...records };
	const user = users.add({
		apiKey: API_KEY,
		role: 'admin',
		name: '管理 太郎',
		email: 'admin@example.co.jp',
	});
	company.defaultOwnerId = user.id;

	const server = new ServiceServer({
		service,
		users,
		log,
		faults,
		settings,
		beforeCall,
		closing: closing.signal,
	});

	let baseUrl = '';
	const emulator: Emulator = {
		get baseUrl() {
			return baseUrl;
		},
		apiKey: API_KEY,
		get appId() {
			return APP_IDS[switches.appIdForm];
		},
		user,
		clock,
		switches,
		company,
		addUser: (input) => users.add(input),
		addCard: (input, change) => company.addCard(input, change),
		changeCard: (id, input, change) => company.changeCard(id, input, change),
		deleteCard: (id) => company.deleteCard(id),
		collateCards: (oldId, newId, change) => company.collateCards(oldId, newId, change),
		addTag: (input) => company.addTag(input),
		changeTag: (id, input) => company.changeTag(id, input),
		deleteTag: (id) => company.deleteTag(id),
		addReport: (input, change) => company.addReport(input, change),
		changeReport: (id, input, change) => company.changeReport(id, input, change),
		deleteReport: (id) => company.deleteReport(id),
		setImage: (cardId, side, image) => images.set(cardId, side, image),
		completeDigitization: (cardId, fields) => digitization.complete(cardId, fields),
		get digitizationMs() {
			return digitization.durationMs;
		},
		set digitizationMs(ms) {
			digitization.durationMs = ms;
		},
		capacity,
		addOrganizationRecord: (kind, cells, personId) => organization.add(kind, cells, personId),
		organizationRecords: (kind) => organization.directory.of(kind),
		imports,
		faults,
		onBeforeCall(fn) {
			beforeCall.add(fn);
			return () => beforeCall.delete(fn);
		},
		calls: log.calls,
		violations: log.violations,
		get refusedByRateLimit() {
			return log.refusedByRateLimit;
		},
		clearLog: () => log.clear(),
		get latencyMs() {
			return settings.latencyMs;
		},
		set latencyMs(ms) {
			settings.latencyMs = ms;
		},
		get rateLimit() {
			return settings.rateLimit;
		},
		set rateLimit(limit) {
			settings.rateLimit = limit;
		},
		async close() {
			closing.abort();
			const closed = once(http, 'close');
			http.close();
			http.closeAllConnections();
			await closed;
		},
	};
	const http = await frontOf(server, async (app) => await registerControl(app, emulator));
	http.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	await once(http, 'listening');
	baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
	return emulator;
}
