import type { Emulator, OrganizationRecord } from '../../test/emulator';

/** The organization of the emulated service, as stories with a real n8n begin with it and look at it. */

/** For n8n: users begin today, so its workflows have to have the day of the emulated service, which is in Japan. */
export const DAY_OF_SERVICE = { GENERIC_TIMEZONE: 'Asia/Tokyo' } as const;

/** What a company has before its first sync: two departments, and three users, one of whom has left. */
export function beginOrganization(emulator: Emulator): void {
	for (const kind of ['user', 'department'] as const)
		(emulator.organizationRecords(kind) as Map<string, OrganizationRecord>).clear();
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'Sales' });
	emulator.addOrganizationRecord('department', { DepartmentId: 'D2', DepartmentName: 'Legal' });
	for (const [UserId, DepartmentId] of [
		['j.yamada', 'D2'],
		['a.smith', 'D2'],
		['gone', 'D1'],
	] as const) {
		const Email = `${UserId}@example.com`;
		emulator.addOrganizationRecord('user', {
			UserId,
			UserName: UserId,
			Email,
			DepartmentId,
			EffectiveDateFrom: '2020-04-01',
		});
	}
}

/** The users by their UserId, each with the paths of the departments. */
export function placesOfUsers({ organizationRecords }: Emulator): Record<string, string> {
	const departments = organizationRecords('department');
	const pathOf = (id: string): string => {
		const { DepartmentName = '', ParentDepartmentId = '' } = departments.get(id) ?? {};
		return ParentDepartmentId === '' ? DepartmentName : `${pathOf(ParentDepartmentId)}/${DepartmentName}`;
	};
	const users = [...organizationRecords('user').values()];
	return Object.fromEntries(
		users.map(({ UserId = '', DepartmentId = '' }) => [UserId, DepartmentId.split(';').map(pathOf).sort().join('; ')]),
	);
}
