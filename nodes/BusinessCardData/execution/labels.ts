import type { INodeProperties } from 'n8n-workflow';
import { labelsOf } from '../../shared';
import type { Labels, OperationName } from '../../shared';
import { CHOICE_OF_OPERATION, RESOURCES } from '../resources';
import { API_VERSION_PROPERTY } from '../../panel/apiVersion';

/** The fields of every operation. */
const FRAME: readonly INodeProperties[] = [...CHOICE_OF_OPERATION, API_VERSION_PROPERTY];

/** The labels that are there before an operation is known. */
export const FRAME_LABELS: Labels = labelsOf(FRAME);

const OPERATIONS = RESOURCES.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));

/** What the panel calls the parameters of each operation, by `<resource>.<operation>`: one name may have several labels. */
export const LABELS: ReadonlyMap<string, Labels> = new Map(
	OPERATIONS.map(({ operation }) => [operation.endpoint, labelsOf([...FRAME, ...operation.fields])]),
);

const NAMES: ReadonlyMap<string, string> = new Map(
	OPERATIONS.map(({ resource, operation }) => [operation.endpoint, `'${resource.name}: ${operation.name}'`]),
);

/** An operation as a person chose it from the two lists. */
export function nameInPanel(name: OperationName): string {
	return NAMES.get(name) ?? name;
}
