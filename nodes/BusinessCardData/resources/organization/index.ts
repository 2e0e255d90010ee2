import type { ResourceDescription } from '../types';
import { sync } from './sync';

/** Users and departments as a whole (contract: `organization.sync`). */
export const organization: ResourceDescription = {
	value: 'organization',
	name: 'Organization',
	operations: [sync],
};
