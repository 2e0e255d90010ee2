import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CallRecord, Emulator, OrganizationRecord } from '../../emulator';
import type { NodeRun, RunOptions } from '../../support/engine/n8n';
import type { World } from '../../support/engine/world';
import { finishImportsAtOnce, itemsOf, outputOf } from '../writes/support';

/** What the tests of the sync share: a small company, and a look at what a run did. */

/** A change as the node shows it. */
export interface ShownChange {
	readonly type: string;
	readonly action: string;
	readonly key: string;
	readonly name: string;
	readonly id: string | null;
	readonly fields: Readonly<Record<string, { from: unknown; to: unknown }>>;
	readonly done: boolean;
	readonly message: string | null;
}

/** The one item of a summary. */
export interface Summary {
	readonly mode: string;
	readonly counts: Readonly<Record<'users' | 'departments', Readonly<Record<string, number>>>>;
	readonly changes: readonly ShownChange[];
	readonly kept: ReadonlyArray<Readonly<Record<'type' | 'key' | 'name' | 'reason', string>>>;
	readonly refusals: readonly string[];
	readonly importIds: readonly string[];
	readonly converged: boolean | null;
}

export const TARO = '00000000-0000-4000-8000-000000000001';
export const HANAKO = '00000000-0000-4000-8000-000000000002';

/** Sales with Asia below it, and Legal; Taro in Asia, Hanako, an administrator, in Legal. */
export function furnish(emulator: Emulator): void {
	finishImportsAtOnce(emulator);
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'Sales' });
	emulator.addOrganizationRecord('department', { DepartmentId: 'D2', DepartmentName: 'Asia', ParentDepartmentId: 'D1' });
	emulator.addOrganizationRecord('department', { DepartmentId: 'D3', DepartmentName: 'Legal' });
	const taro = {
		UserUuid: TARO,
		DepartmentId: 'D2',
		UserId: 'taro',
		UserName: '髙橋 太郎',
		Email: 'taro@example.com',
		SubEmail: 'sub@example.com',
		Culture: '1',
	};
	const hanako = {
		UserUuid: HANAKO,
		DepartmentId: 'D3',
		UserId: 'hanako',
		UserName: '田中 花子',
		Email: 'hanako@example.com',
		UserType: '1',
	};
	for (const user of [taro, hanako])
		emulator.addOrganizationRecord('user', { EffectiveDateFrom: '2020-04-01', ...user });
}

/** Parameters of a sync. */
export function syncing(mode: 'plan' | 'apply', more: INodeParameters = {}): INodeParameters {
	return { resource: 'organization', operation: 'sync', mode, ...more };
}

/** Runs a sync of these items. */
export async function sync(
	{ run }: Pick<World, 'run'>,
	mode: 'plan' | 'apply',
	rows: IDataObject[],
	more: INodeParameters = {},
	options: Partial<RunOptions> = {},
): Promise<NodeRun> {
	return await run(syncing(mode, more), { items: itemsOf(...rows), timezone: 'Asia/Tokyo', ...options });
}

/** The summary of a run that must have succeeded. */
export function summaryOf(run: NodeRun): Summary {
	const [summary, ...others] = outputOf(run);
	if (!summary || others.length > 0) throw new Error('There is not one summary');
	return summary as unknown as Summary;
}

/** The changes in short. */
export function told({ changes }: Summary): string[] {
	return changes.map(({ type, key, action, done }) => `${type} ${key} ${action}${done ? '' : ' not done'}`);
}

/** The endpoints that were called, in their order. */
export function calledOf({ calls }: Emulator): string {
	return calls.map(({ endpoint }) => endpoint).join(' ');
}

/** The reservations that reached the service. */
export function reservations({ calls }: Emulator): CallRecord[] {
	return calls.filter(({ endpoint }) => endpoint === 'E13');
}

/** Users by their UserId. */
export function users({ organizationRecords }: Emulator): Record<string, OrganizationRecord> {
	return Object.fromEntries([...organizationRecords('user').values()].map((record) => [record.UserId ?? '', record]));
}

/** Departments by their path, with their ids. */
export function departments({ organizationRecords }: Emulator): Record<string, string> {
	const all = organizationRecords('department');
	const pathOf = ({ DepartmentName = '', ParentDepartmentId = '' }: OrganizationRecord): string => {
		const parent = all.get(ParentDepartmentId);
		return parent ? `${pathOf(parent)}/${DepartmentName}` : DepartmentName;
	};
	return Object.fromEntries([...all.values()].map((record) => [pathOf(record), record.DepartmentId ?? '']));
}
