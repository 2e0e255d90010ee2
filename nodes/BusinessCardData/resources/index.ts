import type { INodeProperties } from 'n8n-workflow';
import { businessCard } from './businessCard';
import { operationFields, operationProperty, resourceProperty } from './describe';
import { department } from './department';
import { organization } from './organization';
import { organizationImport } from './organizationImport';
import { mergedMappings } from './mapping';
import { person } from './person';
import { report } from './report';
import { tag } from './tag';
import type { ResourceDescription } from './types';
import { user } from './user';

/** Every resource of the node, in the order of its list. */
export const RESOURCES: readonly ResourceDescription[] = [
	businessCard,
	department,
	organization,
	organizationImport,
	person,
	report,
	tag,
	user,
];

/** What is done to what: n8n's two first fields of every node that has them. */
export const CHOICE_OF_OPERATION: INodeProperties[] = [resourceProperty(RESOURCES), ...RESOURCES.map(operationProperty)];

/** The fields of every operation. */
export const FIELDS_OF_OPERATIONS: INodeProperties[] = mergedMappings(RESOURCES.flatMap(operationFields));
