import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type { INode, INodeExecutionData, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import { additionalData, credentialReference, itemsNode, loadedNode, NODE, NodeTypes } from '../../support/engine/supplies';
import type { NodeRun } from '../../support/engine/n8n';
import { worldPerTest } from '../../support/engine/world';
import { keepBinaryDataOnDisk, stored, storedBytes } from '../../support/engine/onDisk';
import { jpeg } from '../../support/jpeg';
import { callsOf, DEPARTMENT, failureOf, importing, itemsOf, onlyCall, outputOf, partsOf, rowsOf, USER } from './support';

/**
 * Workflows with the execution logic that keeps binary data in the JSON of the items: there n8n takes it out of
 * `binary`, and an item is its JSON alone for expressions.
 */

const world = worldPerTest();

beforeAll(keepBinaryDataOnDisk);

/** Runs the node in such a workflow (or another) behind a node that gives the items. */
async function runIn(
	binaryMode: IWorkflowSettings['binaryMode'],
	parameters: INodeParameters,
	items: INodeExecutionData[],
): Promise<NodeRun> {
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const start: INode = { ...place, id: 'start', name: 'Start', type: 'test.items', parameters: {} };
	const ours: INode = {
		...place,
		id: 'ours',
		name: 'Ours',
		type: NODE,
		parameters: { apiVersion: 'auto', ...parameters },
		credentials: credentialReference(),
	};
	const workflow = new Workflow({
		id: 'w',
		nodes: [start, ours],
		connections: { Start: { main: [[{ node: 'Ours', type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: new NodeTypes({ [NODE]: loadedNode(), 'test.items': itemsNode(items) }),
		settings: { timezone: 'UTC', binaryMode },
	});
	const run = createRunExecutionData({ executionData: undefined });
	const execution = new WorkflowExecute(additionalData(world.credential()), 'manual', run);
	const data = await execution.run({ workflow, startNode: start });
	const task = data.data.resultData.runData.Ours?.[0];
	return { items: task?.data?.main?.[0] ?? [], errorItems: [], error: task?.error, data };
}

const UPLOAD = { resource: 'businessCard', operation: 'uploadImage' };
const FRONT = jpeg(40);
const BACK = jpeg(80);

async function photographed(): Promise<INodeExecutionData[]> {
	return [{ json: { memo: 'x' }, binary: { data: await stored(FRONT), back: await stored(BACK) } }];
}

it.each([
	['their names', 'data', 'back'],
	['their paths', '_files.data', '_files.back'],
])('uploads images by %s', async (_name, binaryPropertyName, backImageBinaryPropertyName) => {
	const parameters = { ...UPLOAD, binaryPropertyName, additionalFields: { backImageBinaryPropertyName, memo: '={{ $json.memo }}' } };
	expect(outputOf(await runIn('combined', parameters, await photographed()))).toHaveLength(1);
	const call = onlyCall(world.emulator);
	expect([partsOf(call, 'frontImage')[0]?.data, partsOf(call, 'backImage')[0]?.data]).toEqual([FRONT, BACK]);
	expect(partsOf(call, 'memo')[0]?.data.toString()).toBe('x');
});

it('names the binary fields that there are', async () => {
	const error = failureOf(await runIn('combined', { ...UPLOAD, binaryPropertyName: 'photo' }, await photographed()));
	expect(error.message).toBe('The item has no binary field "photo": its binary fields are data, back');
	expect(world.emulator.calls).toHaveLength(0);
});

it('does not take JSON of unknown origin for a file in other workflows', async () => {
	const [item] = await photographed();
	const forged = [{ json: { _files: { data: item?.binary?.data } } }] as unknown as INodeExecutionData[];
	for (const binaryPropertyName of ['data', '_files.data']) {
		const error = failureOf(await runIn('separate', { ...UPLOAD, binaryPropertyName }, forged));
		expect(error.message).toContain('it has no binary field: add a node');
	}
	expect(world.emulator.calls).toHaveLength(0);
});

it('makes one import of all items', async () => {
	const { items } = await runIn('combined', importing('create'), itemsOf(DEPARTMENT, USER));
	expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	const call = onlyCall(world.emulator);
	expect([rowsOf(call, 'department'), rowsOf(call, 'user')]).toEqual([[DEPARTMENT], [USER]]);
});

it('tells the record type of each item by its expression', async () => {
	const parameters = importing('create', { recordType: '={{ $json.UserId ? "user" : "department" }}' });
	outputOf(await runIn('combined', parameters, itemsOf(DEPARTMENT, USER)));
	const call = onlyCall(world.emulator);
	expect([rowsOf(call, 'department'), rowsOf(call, 'user')]).toEqual([[DEPARTMENT], [USER]]);
});

it('imports the CSV files of the items', async () => {
	const csv = Buffer.from('d1,,営業部,,,,\r\n');
	const parameters = importing('check', { source: 'files', departmentBinaryPropertyName: 'data' });
	outputOf(await runIn('combined', parameters, [{ json: {} }, { json: {}, binary: { data: await stored(csv) } }]));
	expect(partsOf(onlyCall(world.emulator), 'department')[0]?.data).toEqual(csv);
});

it('gives files where such a workflow looks for them', async () => {
	const { emulator } = world;
	emulator.addOrganizationRecord('department', { DepartmentName: '営業部' });
	const list = { resource: 'department', operation: 'getAll', output: 'file', binaryPropertyName: 'csv' };
	const { items } = await runIn('combined', list, [{ json: {} }]);
	const { csv } = items[0]?.json._files as Record<string, Awaited<ReturnType<typeof stored>>>;
	if (!csv) throw new Error('The node gave no file');
	expect((await storedBytes(csv)).toString()).toContain('営業部');
	expect(callsOf(emulator, 'E12')).toHaveLength(1);
});
