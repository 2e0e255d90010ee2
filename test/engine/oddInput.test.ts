import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { furnish, syncing } from './sync/support';
import { mapping } from './writes/cardWays';
import { callsOf, DEPARTMENT, failureOf, importing, inMemory, itemsOf, onlyCall, outputOf, partsOf, USER } from './writes/support';

/** Faults outside the node: each is named for what it is, and what is usable is used. */

const world = worldPerTest();

const CREATE = { resource: 'businessCard', operation: 'create', companyName: 'A' };
const DAY = '2026-04-01T09:00:00';

describe('a time zone that there is not', () => {
	/** As `GENERIC_TIMEZONE="Asia/Tokyo"` in an environment file gives it. */
	const timezone = '"Asia/Tokyo"';

	const RUNS: ReadonlyArray<readonly [string, INodeParameters, IDataObject[]]> = [
		['a period', { resource: 'businessCard', operation: 'getAll', updatedFrom: DAY, updatedTo: DAY }, [{}]],
		['a date with its own zone', { ...CREATE, additionalFields: { exchangeDate: '2026-04-01T23:30:00Z' } }, [{}]],
		['a date of a card', { ...CREATE, additionalFields: { exchangeDate: DAY } }, [{}]],
		['the start of a user', importing('create'), [DEPARTMENT, { ...USER, EffectiveDateFrom: DAY }]],
		['a sync, which needs to know which day it is', syncing('plan'), [{ UserId: 'taro' }]],
	];

	it.each(RUNS)('is named, not the dates: %s', async (_name, parameters, rows) => {
		furnish(world.emulator);
		const error = failureOf(await world.run(parameters, { items: itemsOf(...rows), timezone }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(/time zone of the workflow.*Asia\/Tokyo/);
		expect(error.message).toMatch(/GENERIC_TIMEZONE/);
		expect(error.message).not.toMatch(/not a date/);
		expect(callsOf(world.emulator, 'E1', 'E6', 'E13', 'E14')).toEqual([]);
	});

	it.each([
		['a period with its own zone', { resource: 'businessCard', operation: 'getAll', ...ALWAYS }],
		['a day', { ...CREATE, additionalFields: { exchangeDate: '2026-04-01' } }],
		['no date at all', CREATE],
	])('is no obstacle where it does not matter: %s', async (_name, parameters) => {
		outputOf(await world.run(parameters, { timezone }));
	});
});

describe('binary data without a type, as a Code node makes it', () => {
	/** What such a node gives: the bytes and nothing else. */
	function untyped(bytes: Buffer): IBinaryData {
		return { data: inMemory(bytes).data } as IBinaryData;
	}

	it('is a picture', async () => {
		const items = [{ json: {}, binary: { data: untyped(jpeg(70)) } }];
		outputOf(await world.run({ resource: 'businessCard', operation: 'uploadImage' }, { items }));
		expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data).toEqual(jpeg(70));
	});

	it('is a CSV', async () => {
		const bytes = Buffer.from('d1,,営業部,,,,\r\n');
		const parameters = importing('create', { source: 'files', departmentBinaryPropertyName: 'data', userBinaryPropertyName: '' });
		outputOf(await world.run(parameters, { items: [{ json: {}, binary: { data: untyped(bytes) } }] }));
		expect(partsOf(onlyCall(world.emulator), 'department')[0]?.data).toEqual(bytes);
	});
});

describe('an item without JSON', () => {
	const NOTHING = {} as INodeExecutionData;

	it.each([
		['a card from its columns', mapping(null), { json: { companyName: 'A' } }],
		['an import', importing('create'), { json: DEPARTMENT }],
		['a sync', syncing('plan'), { json: { UserId: 'taro' } }],
	])('is named in a sentence: %s', async (_name, parameters, good) => {
		furnish(world.emulator);
		const error = failureOf(await world.run(parameters, { items: [good, NOTHING] }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toMatch(/^Item 1 has no data/);
		expect(callsOf(world.emulator, 'E6', 'E13', 'E14')).toEqual([]);
	});

	it('is as good as any where its columns do not matter', async () => {
		outputOf(await world.run(CREATE, { items: [NOTHING] }));
	});
});
