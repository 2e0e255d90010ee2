import type { INodeProperties } from 'n8n-workflow';
import { API_VERSION } from '../../shared';
import { create as createCard } from './businessCard/create';
import { get as getCard } from './businessCard/get';
import { getAll as getManyCards } from './businessCard/getAll';
import { getImage } from './businessCard/getImage';
import { getTags } from './businessCard/getTags';
import { search } from './businessCard/search';
import { uploadImage } from './businessCard/uploadImage';
import { getAll as getManyDepartments } from './department/getAll';
import { COLUMNS } from './descriptions';
import type { Resource } from './operation';
import { operationProperty, resource, resourceProperty, shownFields } from './panel';
import { sync } from './organization/sync';
import { check } from './organizationImport/check';
import { create as createImport } from './organizationImport/create';
import { getResult } from './organizationImport/getResult';
import { getStatus } from './organizationImport/getStatus';
import { get as getPerson } from './person/get';
import { getAll as getManyReports } from './report/getAll';
import { getAll as getManyTags } from './tag/getAll';
import { getAll as getManyUsers } from './user/getAll';

const cards = { create: createCard, get: getCard, getImage, getAll: getManyCards, getTags, search, uploadImage };

/**
 * Every resource of the node with its operations, in the order of its lists. An operation that is added is added here.
 */
export const RESOURCES: readonly Resource[] = [
	resource('Business Card', 'businessCard', cards),
	resource('Department', 'department', { getAll: getManyDepartments }),
	resource('Organization', 'organization', { sync }),
	resource('Organization Import', 'organizationImport', { check, create: createImport, getResult, getStatus }),
	resource('Person', 'person', { get: getPerson }),
	resource('Report', 'report', { getAll: getManyReports }),
	resource('Tag', 'tag', { getAll: getManyTags }),
	resource('User', 'user', { getAll: getManyUsers }),
];

const CHOICES = [resourceProperty(RESOURCES), ...RESOURCES.map(operationProperty)];

const SHOWN = RESOURCES.flatMap((each) => each.operations.map((operation) => shownFields(each, operation)));

/** Everything that the panel shows, in its order: the version comes last. */
export const PROPERTIES: INodeProperties[] = [
	...CHOICES,
	...SHOWN.flatMap((fields) => fields.above),
	COLUMNS,
	...SHOWN.flatMap((fields) => fields.below),
	API_VERSION,
];
