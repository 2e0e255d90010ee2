import type { FastifyInstance } from 'fastify';
import { OffsetClock, type EmulatorClock } from './clock';
import type {
	CallRecord,
	Capacity,
	CardInput,
	CardSide,
	Emulator,
	FaultScript,
	ImportJob,
	OrganizationRecord,
	RateLimit,
	RecordKind,
	ReportInput,
	Switches,
	TagInput,
	UserInput,
} from './index';
import { seedCompany, type SeedOptions } from './seed';

/** A call as the control surface shows it: bodies as text, files by size only. */
function callOut(call: CallRecord): Record<string, unknown> {
	const { bodyBuffer, parts, ...rest } = call;
	return {
		...rest,
		bodyBytes: bodyBuffer?.length ?? 0,
		...(parts && {
			parts: parts.map(({ name, filename, contentType, data }) => ({
				name,
				filename,
				contentType,
				bytes: data.length,
			})),
		}),
	};
}

/** What PATCH /settings takes. */
interface Settings {
	latencyMs?: number;
	rateLimit?: RateLimit | false;
	digitizationMs?: number | null;
	capacity?: Partial<Capacity>;
	importPace?: 'auto' | 'manual';
	importStepMs?: number;
	clockOffsetMs?: number;
}

const SETTINGS = ['latencyMs', 'rateLimit', 'digitizationMs'];

/** Keeps the settings that exist. @throws Error for any other */
function pickKnown(settings: Record<string, unknown>): Record<string, unknown> {
	const unknown = Object.keys(settings).filter((name) => !SETTINGS.includes(name));
	if (unknown.length > 0) throw new Error(`There is no setting ${unknown.join(', ')}`);
	return settings;
}

type ById = { Params: { id: string } };
type Since = { Querystring: { since?: string } };
/** Fields of a record plus how the change is to be stored. */
type Change<T> = { Body: T & { touch?: boolean; visibleAt?: number } };

function split<T>(body: T & { touch?: boolean; visibleAt?: number }) {
	const { touch, visibleAt, ...fields } = body;
	return { fields, options: { touch, visibleAt } };
}

/** @throws Error when the emulator was started with a clock of its own */
function setOffset(clock: EmulatorClock, offsetMs: number): void {
	if (!(clock instanceof OffsetClock)) throw new Error('The clock cannot be set');
	clock.offsetMs = offsetMs;
}

function importOut({ id, version, status, outcome }: ImportJob): Record<string, unknown> {
	return { id, version, status, records: outcome?.records ?? [] };
}

function state(emulator: Emulator): Record<string, unknown> {
	const {
		company,
		faults,
		calls,
		violations,
		refusedByRateLimit,
		switches,
		latencyMs,
		rateLimit,
		clock,
	} = emulator;
	return {
		now: clock.now(),
		cards: company.cards.size,
		tags: company.tags.size,
		reports: company.reports.size,
		calls: calls.length,
		refusedByRateLimit,
		violations: violations.map(({ call, rule }) => ({ call: call.n, rule })),
		faultsWaiting: faults.waiting,
		switches,
		latencyMs,
		rateLimit,
	};
}

/**
 * The emulator's remote control for tests that run it as a program of its own: JSON in and out, no
 * authentication, not part of the emulated service.
 *
 * | route below /__control | does |
 * |---|---|
 * | GET /state | counts, violations, refusals, switches, settings |
 * | GET /calls?since=n | calls after number n |
 * | DELETE /calls | forgets calls, violations and refusals |
 * | POST /cards, PATCH /cards/:id, DELETE /cards/:id | adds one card or an array of them, changes, deletes a card; `touch` and `visibleAt` may stand among the fields |
 * | GET /cards, GET /cards/:id | all cards, one card, as stored |
 * | POST /cards/collate | `{oldId, newId, touch?}` |
 * | POST /cards/:id/complete | ends a card's data entry, with the given fields |
 * | PUT /cards/:id/image/:side | `{base64}`; null for no image |
 * | POST, PATCH, DELETE /tags, /reports | the same for tags and reports |
 * | GET /tags, GET /reports | all of them, as stored |
 * | GET, POST /organization/department, /organization/user | all records in force; adds one, unchecked |
 * | GET /imports, POST /imports/:id/advance | all imports; lets one take its next step |
 * | POST /users | issues an API key |
 * | POST /seed | `{cards, reports, tags, users, departments, seed}`: a company's worth of data |
 * | POST /faults, DELETE /faults | adds a line (or an array of lines) to the script of faults, drops the script |
 * | PATCH /switches | sets switches |
 * | PATCH /settings | `{latencyMs?, rateLimit?, digitizationMs?, capacity?: {cards?, digitizations?, digitized?}, importPace?, importStepMs?, clockOffsetMs?}`; rateLimit false for none |
 *
 * A slip in a request (an id that does not exist) is answered 400 `{error}`.
 */
export async function registerControl(app: FastifyInstance, emulator: Emulator): Promise<void> {
	app.setErrorHandler(async (error, _request, reply) =>
		reply.code(400).send({ error: error instanceof Error ? error.message : String(error) }),
	);

	app.get('/state', async () => state(emulator));
	app.get<Since>('/calls', async ({ query }) =>
		emulator.calls.slice(Number(query.since ?? 0)).map(callOut),
	);
	app.delete('/calls', async () => {
		emulator.clearLog();
		return state(emulator);
	});

	app.get('/cards', async () => [...emulator.company.cards.values()]);
	app.get<ById>('/cards/:id', async ({ params }) => emulator.company.cards.mustGet(params.id));
	const addCard = (body: Change<CardInput>['Body']) => {
		const { fields, options } = split(body);
		return emulator.addCard(fields, options);
	};
	app.post<{ Body: Change<CardInput>['Body'] | Array<Change<CardInput>['Body']> }>(
		'/cards',
		async ({ body }) => (Array.isArray(body) ? body.map(addCard) : addCard(body)),
	);
	app.patch<ById & Change<CardInput>>('/cards/:id', async ({ params, body }) => {
		const { fields, options } = split(body);
		return emulator.changeCard(params.id, fields, options);
	});
	app.delete<ById>('/cards/:id', async ({ params }) => ({
		deleted: emulator.deleteCard(params.id),
	}));
	app.post<{ Body: { oldId: string; newId: string; touch?: boolean } }>(
		'/cards/collate',
		async ({ body }) => {
			emulator.collateCards(body.oldId, body.newId, { touch: body.touch });
			return { collated: true };
		},
	);
	app.post<ById & { Body: CardInput | undefined }>(
		'/cards/:id/complete',
		async ({ params, body }) => emulator.completeDigitization(params.id, body),
	);
	app.put<{ Params: { id: string; side: CardSide }; Body: { base64: string | null } }>(
		'/cards/:id/image/:side',
		async ({ params, body }) => {
			emulator.setImage(
				params.id,
				params.side,
				body.base64 === null ? null : Buffer.from(body.base64, 'base64'),
			);
			return { set: true };
		},
	);

	app.get('/tags', async () => [...emulator.company.tags.values()]);
	app.post<{ Body: TagInput }>('/tags', async ({ body }) => emulator.addTag(body));
	app.patch<ById & { Body: TagInput }>('/tags/:id', async ({ params, body }) =>
		emulator.changeTag(params.id, body),
	);
	app.delete<ById>('/tags/:id', async ({ params }) => ({ deleted: emulator.deleteTag(params.id) }));

	app.get('/reports', async () => [...emulator.company.reports.values()]);
	app.post<Change<ReportInput>>('/reports', async ({ body }) => {
		const { fields, options } = split(body);
		return emulator.addReport(fields, options);
	});
	app.patch<ById & Change<ReportInput>>('/reports/:id', async ({ params, body }) => {
		const { fields, options } = split(body);
		return emulator.changeReport(params.id, fields, options);
	});
	app.delete<ById>('/reports/:id', async ({ params }) => ({
		deleted: emulator.deleteReport(params.id),
	}));

	app.get<{ Params: { kind: RecordKind } }>('/organization/:kind', async ({ params }) => [
		...emulator.organizationRecords(params.kind).values(),
	]);
	app.post<{ Params: { kind: RecordKind }; Body: OrganizationRecord }>(
		'/organization/:kind',
		async ({ params, body }) => ({
			id: emulator.addOrganizationRecord(params.kind, body),
		}),
	);
	app.get('/imports', async () => emulator.imports.list().map(importOut));
	app.post<ById>('/imports/:id/advance', async ({ params }) =>
		importOut(emulator.imports.advance(params.id)),
	);

	app.post<{ Body: UserInput }>('/users', async ({ body }) => emulator.addUser(body));
	app.post<{ Body: SeedOptions }>('/seed', async ({ body }) => seedCompany(emulator, body));

	app.post<{ Body: FaultScript | FaultScript[] }>('/faults', async ({ body }) => {
		for (const script of Array.isArray(body) ? body : [body]) emulator.faults.add(script);
		return { waiting: emulator.faults.waiting };
	});
	app.delete('/faults', async () => {
		emulator.faults.clear();
		return { waiting: 0 };
	});
	app.patch<{ Body: Partial<Switches> }>('/switches', async ({ body }) =>
		Object.assign(emulator.switches, body),
	);
	app.patch<{ Body: Settings }>('/settings', async ({ body }) => {
		const { capacity, importPace, importStepMs, clockOffsetMs, ...settings } = body;
		Object.assign(emulator, pickKnown(settings));
		Object.assign(emulator.capacity, capacity);
		if (clockOffsetMs !== undefined) setOffset(emulator.clock, clockOffsetMs);
		emulator.imports.pace = importPace ?? emulator.imports.pace;
		emulator.imports.stepMs = importStepMs ?? emulator.imports.stepMs;
		return state(emulator);
	});
}
