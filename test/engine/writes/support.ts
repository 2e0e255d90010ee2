import { parse } from 'csv-parse/sync';
import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallPart, CallRecord, Emulator, EndpointId, FaultScript, OrganizationRecord } from '../../emulator';
import { ORGANIZATION_FIELDS, type OrganizationRecordKind } from '../../../nodes/shared';
import type { NodeRun } from '../../support/engine/n8n';

/** What the tests of the writing operations share: input, and a look at what was sent. */

/** Items without binary data. */
export function itemsOf(...rows: IDataObject[]): INodeExecutionData[] {
	return rows.map((json) => ({ json }));
}

/** Binary data that n8n keeps in memory, without a type, as a Code node makes it. */
export function inMemory(bytes: Buffer): IBinaryData {
	return { data: bytes.toString('base64') } as IBinaryData;
}

/** The calls of one endpoint, in their order. */
export function callsOf({ calls }: Emulator, ...endpoints: EndpointId[]): CallRecord[] {
	return calls.filter(({ endpoint }) => endpoint !== undefined && endpoints.includes(endpoint));
}

/** The one call that was made. */
export function onlyCall({ calls }: Emulator): CallRecord {
	const [call] = calls;
	if (!call || calls.length > 1) throw new Error(`${calls.length} calls were made instead of one`);
	return call;
}

/** The JSON body of a call. */
export function jsonOf({ bodyText }: CallRecord): unknown {
	return JSON.parse(bodyText ?? '');
}

/** The parts of a multipart call with this name. */
export function partsOf({ parts = [] }: CallRecord, name: string): CallPart[] {
	return parts.filter((part) => part.name === name);
}

/** The cells of the CSV that was sent for a kind of record. */
export function cellsOf(call: CallRecord, kind: OrganizationRecordKind): string[][] {
	const [part, second] = partsOf(call, kind);
	if (!part || second) throw new Error(`There is not one part called ${kind}`);
	return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part.data));
}

/** The same as records, in the order of the specification's tables; blank cells left out. */
export function rowsOf(call: CallRecord, kind: OrganizationRecordKind): OrganizationRecord[] {
	const names = ORGANIZATION_FIELDS[kind].map(({ name }) => name);
	return cellsOf(call, kind).map((cells) =>
		Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']).filter(([, cell]) => cell !== '')),
	);
}

/** A department that is added, and a user who is added to it. */
export const DEPARTMENT = { TempId: 'd1', DepartmentName: '営業部' } as const;
export const USER = {
	TempId: 'u1',
	DepartmentId: 'tempId:d1',
	UserId: 'taro.y',
	UserName: '髙橋 太郎',
	Email: 'taro@example.co.jp',
	EffectiveDateFrom: '2099-04-01',
} as const;

/** A user of the service who has something in every column that can hold something. */
export const WHOLE_USER = {
	UserUuid: '5f0c2c1e-8a4b-4b7e-9d55-1d1c3c1b2a10',
	DepartmentId: 'D1;D2',
	UserId: '0012',
	UserName: '髙橋 花子',
	AlternativeName: ' "Ann" ',
	Email: 'ann@example.co.jp',
	SubEmail: 'ann.sub@example.co.jp',
	EffectiveDateFrom: '2020-04-01',
	Culture: '2',
	MailFormat: '1',
	SamlNameId: 'saml, ann',
	UserType: '2',
	CanUpdateData: '1',
	DataDownloadPrivilege: '2',
	EmailDeliveryPrivilege: '1',
	DealPrivilege: '2',
	ApiIntegrationPrivilege: '1',
	UsageStatisticsPrivilege: '1',
	OrganizationTreeDownloadPrivilege: '1',
} as const;

/** Parameters of an organization operation. */
export function importing(operation: string, more: INodeParameters = {}): INodeParameters {
	return { resource: 'organizationImport', operation, ...more };
}

/** Parameters that map rows from columns of the input; `null` for columns that are mapped by their names. */
export function mappedRows(value: IDataObject | null): INodeParameters {
	const mappingMode = value === null ? 'autoMapInputData' : 'defineBelow';
	return { dataMode: 'mapColumns', columns: { mappingMode, value, matchingColumns: [], schema: [] } } as INodeParameters;
}

/** Lets every import be over before its status is asked for the first time: nothing has to be waited for. */
export function finishImportsAtOnce(emulator: Emulator): void {
	const { imports } = emulator;
	imports.pace = 'manual';
	emulator.onBeforeCall(({ endpoint }) => {
		if (endpoint !== 'E15') return;
		for (const { id } of [...imports.list(), ...imports.list()]) imports.advance(id);
	});
}

/** How long the node waits for what never comes: everything else comes within it, however busy the machine is. */
const IMPATIENT = { requestOptions: { timeout: 3_000 } };

const REFUSED_IN_SUCCESS = { statusCode: 500, message: 'No', error: [] };

/**
 * How a service can be lost after a write has arrived: the work is done, the answer is not to be had; each with what the
 * node needs beside its parameters to come to an end.
 */
export const LOST_ANSWERS: ReadonlyArray<readonly [string, FaultScript, INodeParameters]> = [
	['500', { kind: 'status', status: 500, process: true }, {}],
	['503', { kind: 'status', status: 503, process: true }, {}],
	['502 of a gateway', { kind: 'html', status: 502, process: true }, {}],
	['500 inside a success', { kind: 'status', status: 200, body: REFUSED_IN_SUCCESS, process: true }, {}],
	['a reset before the answer', { kind: 'reset', process: true }, {}],
	['a reset in the middle of the answer', { kind: 'resetMidBody', process: true }, {}],
	['silence', { kind: 'hang', process: true }, IMPATIENT],
];

/** What is said of a write of which nobody knows whether it arrived. */
export const MAY_HAVE_ARRIVED = /may have reached the service, so it was not sent again/;

/** The error of a run that must have failed. */
export function failureOf({ error, items }: NodeRun): NonNullable<NodeRun['error']> {
	if (!error) throw new Error(`The node did not fail but gave ${JSON.stringify(items)}`);
	return error;
}

/** The headline of an error and its causes, one line each. */
export function linesOf({ message, context }: NonNullable<NodeRun['error']>): string[] {
	return [message, ...((context?.causes ?? []) as string[])];
}

/** The plain data of a run that must have succeeded. */
export function outputOf({ error, items }: NodeRun): IDataObject[] {
	if (error) throw error;
	return items.map(({ json }) => json);
}
