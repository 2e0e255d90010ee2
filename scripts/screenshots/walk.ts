import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Picture, Stage } from './stage';
import type { Emulator, OrganizationRecord } from '../../test/emulator';
import { loadExample } from '../../test/support/realN8n/examples';
import { repositoryFolder } from '../../test/support/realN8n/paths';

/** The way from an exported sheet to a first plan, as docs/organization.md tells it. */

const EXAMPLE = 'organization-first-plan.json';

const PLACES = [
	['D1', '本社', ''],
	['D2', '営業部', 'D1'],
	['D3', '企画部', 'D1'],
	['D4', '2課', 'D2'],
	['D5', '法務部', ''],
] as const;

const PEOPLE = [
	['h.takahashi', '髙橋 花子', 'D2;D3'],
	['a.smith', 'Smith, Ann', 'D4'],
	['j.yamada', '山田 次郎', 'D5'],
] as const;

/** The table of the plan has seven columns, and the last one is to be seen whole. */
const WIDE_ENOUGH_FOR_A_TABLE = 2150;

const MAPPED = [
	['社員番号', 'UserId'],
	['氏名', 'UserName'],
	['メール', 'Email'],
	['部署', 'DepartmentPath'],
] as const;

/** The organization before the tutorial: what the demo has, without the people whom the sheet does not name. */
export function beginWalk(emulator: Emulator): void {
	for (const kind of ['user', 'department'] as const) (emulator.organizationRecords(kind) as Map<string, OrganizationRecord>).clear();
	for (const [DepartmentId, DepartmentName, ParentDepartmentId] of PLACES) {
		emulator.addOrganizationRecord('department', { DepartmentId, DepartmentName, ParentDepartmentId });
	}
	for (const [UserId, UserName, DepartmentId] of PEOPLE) {
		emulator.addOrganizationRecord('user', { UserId, UserName, Email: `${UserId}@example.co.jp`, DepartmentId, EffectiveDateFrom: '2020-04-01' });
	}
}

/** The sheet that the page shows. */
function sheet(): Buffer {
	const page = readFileSync(join(repositoryFolder, 'docs/organization.md'), 'utf8');
	const block = /^```\n([^]*?)^```$/m.exec(page)?.[1];
	if (block === undefined) throw new Error('docs/organization.md shows no sheet');
	return Buffer.from(block);
}

/** The workflow as it is imported; the following pictures go on from there. */
async function imported({ editor, world }: Stage): Promise<void> {
	const { id } = await world.client.createWorkflow(await loadExample(EXAMPLE, world.credential));
	await editor.showWorkflow(id);
}

/** The pictures of the tutorial, each going on from the one before it. */
export const WALK: readonly Picture[] = [
	{ file: 'organization/first-plan.png', area: 'canvas', show: imported },
	{
		file: 'organization/map-columns.png',
		area: 'mapping',
		async show({ editor }) {
			await editor.openNode('Rows');
			await editor.executeWithForm({ name: 'sheet.csv', mimeType: 'text/csv', buffer: sheet() });
			await editor.closeNode();
			await editor.openNode('Plan');
			await editor.scrollTo('mapping-fields-container');
			for (const [column, field] of MAPPED) await editor.mapColumn(column, field);
			await editor.leaveFields();
		},
	},
	{
		file: 'organization/plan.png',
		area: 'output',
		async show({ editor }) {
			await editor.scrollTo('parameter-input-mode');
			await editor.executeNode();
			await editor.resize({ width: WIDE_ENOUGH_FOR_A_TABLE });
			await editor.showOutputTable();
		},
	},
];
