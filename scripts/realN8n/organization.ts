import type { Emulator } from '../../test/emulator';

/** The users of the emulated service by their UserId, each with the paths of the departments. */
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
