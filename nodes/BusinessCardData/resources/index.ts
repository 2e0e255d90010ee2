import type { INodeProperties } from 'n8n-workflow';
import { businessCard } from './businessCard';
import { resourceFields, resourceProperty } from './describe';
import { person } from './person';
import { report } from './report';
import { tag } from './tag';
import type { ResourceDescription } from './types';

/** Every resource of the node, in the order of its list. */
export const RESOURCES: readonly ResourceDescription[] = [businessCard, person, report, tag];

/** Resource, operation and all fields of the node. */
export const RESOURCE_PROPERTIES: INodeProperties[] = [resourceProperty(RESOURCES), ...RESOURCES.flatMap(resourceFields)];
