import { encodeId } from '../../../shared';
import type { Endpoint, OrganizationRecordKind, ServiceRequest } from '../../../shared';
import type { Run } from '../run';

/* The calls that imports and syncs make beside the one of their description (spec: E11 to E16). */

const READ_CSV: Endpoint = { method: 'GET', response: 'csv', effect: 'read' };

/** Where the present records of a kind are read (spec: E11, E12). */
const LISTS: Readonly<Record<OrganizationRecordKind, string>> = {
	user: '/organization/users',
	department: '/organization/departments',
};

type Versioned = Pick<Run, 'version'>;

export function listCall({ version }: Versioned, kind: OrganizationRecordKind, delimiter?: string): ServiceRequest {
	return { endpoint: READ_CSV, version, path: LISTS[kind], query: delimiter === undefined ? [] : [['delimiter', delimiter]] };
}

/** A job of a sync, to be checked (spec: E14, which changes nothing) or imported (spec: E13). */
export function jobCall(
	{ version }: Versioned,
	what: 'check' | 'import',
	body: FormData,
	{ delimiter, encoding }: { readonly delimiter: string; readonly encoding: string },
): ServiceRequest {
	const endpoint: Endpoint =
		what === 'check'
			? { method: 'POST', response: 'csv', effect: 'read' }
			: { method: 'POST', response: 'json', effect: 'write' };
	const path = what === 'check' ? '/organization/check' : '/organization/jobs';
	return { endpoint, version, path, query: [['delimiter', delimiter], ['encoding', encoding]], body };
}

/** @throws ParameterError for what is no id */
export function statusCall({ version }: Versioned, importId: string): ServiceRequest {
	const endpoint: Endpoint = { method: 'GET', response: 'json', effect: 'read', namesRecord: true };
	return { endpoint, version, path: `/organization/jobs/${encodeId('importId', importId)}`, query: [] };
}

/** @throws ParameterError for what is no id */
export function resultCall({ version }: Versioned, importId: string): ServiceRequest {
	const endpoint: Endpoint = { ...READ_CSV, namesRecord: true };
	return { endpoint, version, path: `/organization/jobs/${encodeId('importId', importId)}/result`, query: [] };
}
