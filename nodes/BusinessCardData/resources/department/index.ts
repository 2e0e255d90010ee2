import { organizationList } from '../organizationList';
import type { ResourceDescription } from '../types';

/** Departments of the company (spec: E12). */
export const department: ResourceDescription = {
	value: 'department',
	name: 'Department',
	operations: [organizationList('department')],
};
