import { SIMPLIFY } from '../../../panel/fields';
import { organizationList } from '../organizationList';
import type { ResourceDescription } from '../types';

/** Users of the company (spec: E11). */
export const user: ResourceDescription = {
	value: 'user',
	name: 'User',
	operations: [
		// The CSV as a file is never touched.
		organizationList('user', [{ ...SIMPLIFY, displayOptions: { hide: { '/output': ['file'] } } }]),
	],
};
