import type { Department } from './department';
import type { SyncRules } from './types';
import type { User } from './user';

/** Marks what no item names as missing, where missing records are deleted. */
export function markMissing(users: readonly User[], departments: readonly Department[], { missing }: SyncRules): void {
	if (missing.user === 'delete') {
		for (const user of users) if (!user.item) user.deletion = 'missing';
	}
	if (missing.department === 'delete') {
		for (const department of departments) if (!department.isNamed) department.deletion ??= 'missing';
	}
}
