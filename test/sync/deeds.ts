import type { Emulator, OrganizationRecord } from '../emulator';
import type { Deed } from './history';

/** What somebody else does in the service while a sync runs, past all of its rules for imports. */

type Act = (emulator: Emulator, of: number) => void;

function records(emulator: Emulator, kind: 'user' | 'department'): Map<string, OrganizationRecord> {
	return emulator.organizationRecords(kind) as Map<string, OrganizationRecord>;
}

/** One of the records, if there is any. */
function one(emulator: Emulator, kind: 'user' | 'department', of: number): readonly [string, OrganizationRecord] | undefined {
	const all = [...records(emulator, kind)];
	return all[of % Math.max(1, all.length)];
}

function change(emulator: Emulator, kind: 'user' | 'department', of: number, cells: OrganizationRecord): void {
	const found = one(emulator, kind, of);
	if (found) records(emulator, kind).set(found[0], { ...found[1], ...cells });
}

const ACTS: Readonly<Record<Deed['do'], Act>> = {
	addUser(emulator, of) {
		const department = one(emulator, 'department', of)?.[0];
		const isThere = [...records(emulator, 'user').values()].some(({ UserId }) => UserId === `n${of}`);
		if (department === undefined || isThere) return;
		emulator.addOrganizationRecord('user', {
			UserId: `n${of}`,
			UserName: 'Else',
			Email: `else${of}@example.com`,
			DepartmentId: department,
			EffectiveDateFrom: '2020-04-01',
		});
	},
	removeUser(emulator, of) {
		const found = one(emulator, 'user', of);
		if (found) records(emulator, 'user').delete(found[0]);
	},
	renameUser: (emulator, of) => change(emulator, 'user', of, { UserName: `Else ${of}` }),
	moveUser(emulator, of) {
		const department = one(emulator, 'department', of)?.[0];
		if (department !== undefined) change(emulator, 'user', of, { DepartmentId: department });
	},
	addDepartment: (emulator, of) => void emulator.addOrganizationRecord('department', { DepartmentName: 'ABCDE'[of % 5] ?? 'E' }),
	renameDepartment: (emulator, of) => change(emulator, 'department', of, { DepartmentName: `E${of}` }),
	removeDepartment(emulator, of) {
		const found = one(emulator, 'department', of);
		if (!found) return;
		const [id] = found;
		const isParent = [...records(emulator, 'department').values()].some(({ ParentDepartmentId }) => ParentDepartmentId === id);
		const isHome = [...records(emulator, 'user').values()].some(({ DepartmentId = '' }) => DepartmentId.split(';').includes(id));
		if (!isParent && !isHome) records(emulator, 'department').delete(id);
	},
};

/** Does it. */
export function act(emulator: Emulator, deed: Deed): void {
	ACTS[deed.do](emulator, deed.of);
}
