import { organizationList } from '../organizationList';
import type { ResourceDescription } from '../types';

/** Users of the company (spec: E11). */
export const user: ResourceDescription = {
	value: 'user',
	name: 'User',
	operations: [organizationList('user.getAll', 'users')],
};
