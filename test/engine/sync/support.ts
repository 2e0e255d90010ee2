import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Emulator, OrganizationRecord } from '../../emulator';
import type { NodeRun, RunOptions } from '../../support/engine/n8n';
import { worldPerTest } from '../../support/engine/world';
import { failureOf, finishImportsAtOnce, itemsOf, outputOf } from '../writes/support';

/** What the tests of the sync share: a small company, runs of the node, and a look at what they did. */

/** What of a summary is looked into. */
export interface Summary {
	readonly changes: ReadonlyArray<IDataObject & { readonly fields: Record<string, IDataObject> }>;
	readonly kept: readonly IDataObject[];
	readonly refusals: readonly string[];
	readonly importIds: readonly string[];
	readonly converged: boolean | null;
}

export const TARO = '00000000-0000-4000-8000-000000000001';

/** Sales with Asia below it, and Legal; Taro in Asia, Hanako, an administrator, in Legal. */
export function furnish(emulator: Emulator): void {
	finishImportsAtOnce(emulator);
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'Sales' });
	emulator.addOrganizationRecord('department', { DepartmentId: 'D2', DepartmentName: 'Asia', ParentDepartmentId: 'D1' });
	emulator.addOrganizationRecord('department', { DepartmentId: 'D3', DepartmentName: 'Legal' });
	const taro = { UserUuid: TARO, UserName: '髙橋 太郎', SubEmail: 'sub@example.com', Culture: '1' };
	const hanako = { UserUuid: '00000000-0000-4000-8000-000000000002', UserName: '田中 花子', UserType: '1' };
	const start = { EffectiveDateFrom: '2020-04-01' };
	const people = { taro: { ...taro, DepartmentId: 'D2' }, hanako: { ...hanako, DepartmentId: 'D3' } };
	for (const [UserId, user] of Object.entries(people))
		emulator.addOrganizationRecord('user', { ...start, UserId, Email: `${UserId}@example.com`, ...user });
}

/** Parameters of a sync. */
export function syncing(mode: 'plan' | 'apply', more: INodeParameters = {}): INodeParameters {
	return { resource: 'organization', operation: 'sync', mode, ...more };
}

/** The company of each test, and the node in it. */
export function syncedCompany() {
	const world = worldPerTest();
	beforeEach(() => furnish(world.emulator));
	async function run(
		mode: 'plan' | 'apply',
		rows: IDataObject[],
		more: INodeParameters = {},
		options: Partial<RunOptions> = {},
	): Promise<NodeRun> {
		return await world.run(syncing(mode, more), { items: itemsOf(...rows), timezone: 'Asia/Tokyo', ...options });
	}
	return {
		world,
		run,
		plan: async (rows: IDataObject[], more?: INodeParameters) => summaryOf(await run('plan', rows, more)),
		apply: async (rows: IDataObject[], more?: INodeParameters) => summaryOf(await run('apply', rows, more)),
		/** The error of an apply that wrote nothing. */
		async refusal(rows: IDataObject[], more?: INodeParameters) {
			const error = failureOf(await run('apply', rows, more));
			expect(calledOf(world.emulator)).not.toContain('E13');
			return error;
		},
	};
}

/** The summary of a run that must have succeeded. */
export function summaryOf(run: NodeRun): Summary {
	const [summary, ...others] = outputOf(run);
	if (!summary || others.length > 0) throw new Error('There is not one summary');
	return summary as unknown as Summary;
}

/** The changes in short. */
export function told({ changes }: Summary): string[] {
	return changes.map(({ type, key, action, done }) =>
		[type, key, action, ...(done === false ? ['not done'] : [])].join(' '),
	);
}

/** The endpoints that were called, in their order. */
export function calledOf({ calls }: Emulator): string {
	return calls.map(({ endpoint }) => endpoint).join(' ');
}

/** Users by their UserId. */
export function users({ organizationRecords }: Emulator): Record<string, OrganizationRecord> {
	return Object.fromEntries([...organizationRecords('user').values()].map((record) => [record.UserId ?? '', record]));
}

/** The ids of departments by their names. */
export function departments({ organizationRecords }: Emulator): Record<string, string> {
	const all = [...organizationRecords('department').values()];
	return Object.fromEntries(all.map(({ DepartmentName = '', DepartmentId = '' }) => [DepartmentName, DepartmentId]));
}
