import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { directionByUpdate, isRecord, readRecords, readTerm } from '../../shared';
import { binaryFieldName } from './binary';
import { imageFile } from './cards/image';
import { refuseMoreThanFits } from './mostItems';
import { parameter, toRequest } from './run';
import type { OperationRun } from './run';

/** What the service gives when no side is asked for (spec: E4). */
const DEFAULT_SIDE = 'front';

/**
 * A list: one item per record, in the service's order, none twice (contract: Outputs).
 *
 * @throws NodeOperationError when there are more than n8n takes
 */
export async function runList(run: OperationRun): Promise<INodeExecutionData[]> {
	const request = toRequest(run);
	const most = parameter(run, 'returnAll') === true ? Infinity : Number(parameter(run, 'limit'));
	const items: INodeExecutionData[] = [];
	const { defaultDirection } = run.row;
	const direction = defaultDirection && directionByUpdate(request, defaultDirection);
	// A limit needs the beginning of the list alone.
	const pages =
		direction && most === Infinity ? readTerm(run.client, request, { direction }) : readRecords(run.client, request, most);
	for await (const records of pages) {
		refuseMoreThanFits(items.length + records.length, run.client.errorContext);
		for (const record of records) items.push({ json: record });
	}
	return items;
}

/** One record as the service sent it (spec: E3, E8). */
export async function runRecord(run: OperationRun): Promise<INodeExecutionData[]> {
	const { json } = await run.client.send(toRequest(run));
	if (!isRecord(json)) throw run.client.unusable('The service sent a response without the requested record');
	return [{ json: json as IDataObject }];
}

/** One side of a card as binary data (spec: E4). */
export async function runImage(run: OperationRun): Promise<INodeExecutionData[]> {
	const request = toRequest(run);
	const businessCardId = String(parameter(run, 'businessCardId')).trim();
	const side = String(parameter(run, 'side') ?? '').trim() || DEFAULT_SIDE;
	const binaryPropertyName = binaryFieldName('binaryPropertyName', parameter(run, 'binaryPropertyName'));
	const file = await imageFile(run, await run.client.send(request), { businessCardId, side });
	return [{ json: { businessCardId, side }, binary: { [binaryPropertyName]: file } }];
}
