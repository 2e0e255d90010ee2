import type { Emulator } from '../../test/emulator';
import { placesOfUsers } from '../../test/support/realN8n/organization';
import type { WorkflowDefinition } from '../../test/support/realN8n/types';

/** The example of a directory that the demo runs, and where its rows are pinned. */
const SHEET = { file: 'organization-from-sheet.json', node: 'The Sheet' };

/** The sheet lists everybody who is there already, beside the people whom it adds. */
export function listCompany(file: string, definition: WorkflowDefinition, emulator: Emulator): void {
	if (file !== SHEET.file) return;
	const places = placesOfUsers(emulator);
	const rows = [...emulator.organizationRecords('user').values()].map(({ UserId = '', UserName, Email }) => ({
		json: { 社員番号: UserId, 氏名: UserName, メール: Email, 部署: places[UserId] },
	}));
	const pinData = (definition.pinData ?? {}) as Record<string, object[]>;
	definition.pinData = { ...pinData, [SHEET.node]: [...rows, ...(pinData[SHEET.node] ?? [])] };
}
