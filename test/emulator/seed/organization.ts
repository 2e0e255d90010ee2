import type { Emulator, Person } from '../index';
import type { Random } from './random';

/** A department: [name, reading in Latin letters, row of its parent or -1]. */
const DEPARTMENTS: ReadonlyArray<readonly [name: string, phonetic: string, parent: number]> = [
	['本社', 'Honsha', -1],
	['営業本部', 'Eigyo Honbu', 0],
	['第一営業部', 'Daiichi Eigyobu', 1],
	['第二営業部', 'Daini Eigyobu', 1],
	['開発本部', 'Kaihatsu Honbu', 0],
	['クラウド開発部', 'Kuraudo Kaihatsubu', 4],
	['品質保証部', 'Hinshitsu Hoshobu', 4],
	['管理本部', 'Kanri Honbu', 0],
	['総務部', 'Somubu', 7],
	['人事部', 'Jinjibu', 7],
	['経理部', 'Keiribu', 7],
	['海外事業部', 'Kaigai Jigyobu', 0],
];

/** Makes up to `count` departments, and more of the last kinds below the first when that is not enough; gives their ids. */
export function seedDepartments(emulator: Emulator, count: number): string[] {
	const ids: string[] = [];
	for (let row = 0; row < count; row += 1) {
		const [name, phonetic, parent] = DEPARTMENTS[row % DEPARTMENTS.length] ??
			DEPARTMENTS[0] ?? ['', '', -1];
		const round = Math.floor(row / DEPARTMENTS.length);
		const suffix = round === 0 ? '' : ` ${round + 1}`;
		ids.push(
			emulator.addOrganizationRecord('department', {
				DepartmentName: name + suffix,
				DepartmentNamePhonetic: phonetic + suffix,
				ParentDepartmentId: parent < 0 ? '' : (ids[round * DEPARTMENTS.length + parent] ?? ''),
				Order: String(row + 1),
			}),
		);
	}
	return ids;
}

/** A version 4 UUID that comes from the seed. */
function uuid(random: Random): string {
	const hex = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('');
	const parts = [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`8${hex.slice(17, 20)}`,
		hex.slice(20),
	];
	return parts.join('-');
}

/** Enters a person into the organization as a user of one or two of the departments. */
export function seedUser(
	emulator: Emulator,
	person: Person,
	{
		random,
		number,
		departmentIds,
		admin,
	}: { random: Random; number: number; departmentIds: readonly string[]; admin: boolean },
): void {
	emulator.addOrganizationRecord(
		'user',
		{
			UserUuid: uuid(random),
			DepartmentId: random.some(departmentIds, random.chance(0.15) ? 2 : 1).join(';'),
			UserId: `u${String(number).padStart(5, '0')}`,
			UserName: person.name,
			AlternativeName: person.email.split('@')[0]?.replace(/\d+$/, '').replace('.', ' ') ?? '',
			Email: person.email,
			EffectiveDateFrom: `20${random.whole(15, 23)}-04-01`,
			UserType: admin ? '1' : '0',
			DataDownloadPrivilege: String(random.whole(0, 3)),
			ApiIntegrationPrivilege: admin || random.chance(0.2) ? '1' : '0',
		},
		person.id,
	);
}
