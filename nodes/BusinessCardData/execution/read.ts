import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isObject, normaliseTags, readLimit, readOnByTime, readRecords } from '../../shared';
import { parameter, toRequest } from './run';
import type { OperationRun } from './run';

/** Every JPEG file starts with these bytes. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** A list: one item a record, in the service's order, none twice (contract: Outputs). */
export async function runList(run: OperationRun): Promise<INodeExecutionData[]> {
	const request = toRequest(run);
	const most = parameter(run, 'returnAll') === true ? Infinity : readLimit(parameter(run, 'limit'));
	const items: INodeExecutionData[] = [];
	const { defaultDirection, record: kind } = run.row;
	const readOn = defaultDirection && readOnByTime(request, defaultDirection);
	for await (const records of readRecords(run.client, request, most, readOn)) {
		for (const record of records) items.push({ json: normaliseTags(record, kind) });
	}
	return items;
}

/** One record as the service sent it (spec: E3, E8). */
export async function runRecord(run: OperationRun): Promise<INodeExecutionData[]> {
	const { json } = await run.client.send(toRequest(run));
	if (!isObject(json)) throw run.client.unusable('The service gave an answer without the record that was asked for');
	return [{ json: normaliseTags(json as IDataObject, run.row.record) }];
}

/** One side of a card as binary data (spec: E4). */
export async function runImage(run: OperationRun): Promise<INodeExecutionData[]> {
	const request = toRequest(run);
	const businessCardId = String(parameter(run, 'businessCardId')).trim();
	const side = String(parameter(run, 'side'));
	const binaryPropertyName = String(parameter(run, 'binaryPropertyName')).trim() || 'data';
	const { body, contentType } = await run.client.send(request);
	const isJpeg = body.subarray(0, JPEG_START.length).equals(JPEG_START);
	if (body.length === 0 || !(isJpeg || contentType.startsWith('image/'))) {
		throw run.client.unusable('The service gave an answer that is no JPEG image');
	}
	const binary = await run.functions.helpers.prepareBinaryData(body, `${businessCardId}-${side}.jpg`, 'image/jpeg');
	return [{ json: { businessCardId, side }, binary: { [binaryPropertyName]: binary } }];
}
