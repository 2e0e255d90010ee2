import { onlyFields } from '../api/recordFields';
import type { OrganizationRows } from './fields';

const USER = [
	'UserUuid',
	'DepartmentId',
	'UserId',
	'UserName',
	'AlternativeName',
	'Email',
	'UserType',
] as const satisfies ReadonlyArray<keyof OrganizationRows['user']>;

/** Cuts a user down to what most workflows need. */
export const simplifyUser = onlyFields(USER);
