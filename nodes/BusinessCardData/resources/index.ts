import type { INodeProperties } from 'n8n-workflow';
import { businessCard } from './businessCard';
import { resourceFields, resourceProperty } from './describe';
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

/** Resource, operation and all fields of the node. */
export const RESOURCE_PROPERTIES: INodeProperties[] = [resourceProperty(RESOURCES), ...mergedMappings(RESOURCES.flatMap(resourceFields))];
