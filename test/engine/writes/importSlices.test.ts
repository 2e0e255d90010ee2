import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { systemClock } from '../../../nodes/shared';
import { worldPerTest } from '../../../tools/engine/world';
import { finishImportsAtOnce, importing, inMemory, itemsOf, outputOf } from './support';

/**
 * Imports of many rows let the rest of n8n have its turn between any two rows, once their slice of time is over. Time does
 * not pass by itself here: every look at the clock finds a slice to be over, so each step has to rest.
 */

const world = worldPerTest();
const { now, sleep } = systemClock;
const ROWS = 100;
let rests = 0;

beforeEach(() => {
	rests = 0;
	let passed = 0;
	Object.assign(systemClock, {
		now() {
			passed += 30;
			return now() + passed;
		},
		async sleep(ms: number, signal?: AbortSignal) {
			if (ms === 0) rests += 1;
			await sleep(ms, signal);
		},
	});
});

afterEach(() => Object.assign(systemClock, { now, sleep }));

/** Runs an import, and gives how often it rested. */
async function restsOf(items: INodeExecutionData[], more: IDataObject = {}): Promise<number> {
	outputOf(await world.run(importing('create', more as never), { items }));
	return rests;
}

const numbers = Array.from({ length: ROWS }, (_, index) => index);

test('of items that add: when they are read and when they are checked', async () => {
	const rows = numbers.map((index) => ({ TempId: `d${index}`, DepartmentName: `Department ${index}` }));
	expect(await restsOf(itemsOf(...rows))).toBeGreaterThanOrEqual(2 * ROWS);
});

test('of items that edit: when what the service has is read and put in as well', async () => {
	for (const index of numbers) world.emulator.addOrganizationRecord('department', { DepartmentId: `D${index}`, DepartmentName: `Department ${index}` });
	const rows = numbers.map((index) => ({ DepartmentId: `D${index}`, Order: index }));
	expect(await restsOf(itemsOf(...rows))).toBeGreaterThanOrEqual(5 * ROWS);
});

test('of a file: once a megabyte', async () => {
	const csv = Buffer.alloc(5 * 1024 * 1024, 'd1,,営業部,,,,\r\n');
	const whole = csv.subarray(0, csv.lastIndexOf('\n') + 1);
	const files = { source: 'files', departmentBinaryPropertyName: 'departments', userBinaryPropertyName: '' };
	expect(await restsOf([{ json: {}, binary: { departments: inMemory(whole) } }], files)).toBeGreaterThanOrEqual(5);
});

test('of the result of an import that is waited for', async () => {
	finishImportsAtOnce(world.emulator);
	const rows = numbers.map((index) => ({ TempId: `d${index}`, DepartmentName: `Department ${index}` }));
	expect(await restsOf(itemsOf(...rows), { options: { waitForCompletion: true } })).toBeGreaterThanOrEqual(3 * ROWS);
});
