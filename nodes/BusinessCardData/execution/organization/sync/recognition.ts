import type { IDataObject } from 'n8n-workflow';
import { ColumnSpelling, DEPARTMENT_PATH, recogniseRecord } from '../../../../shared';
import type { OrganizationRecordKind } from '../../../../shared';
import type { Recognition } from '../items';

function isFilled(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** An item that has a place among departments and nothing of a user is a department. */
function recognise(json: IDataObject): OrganizationRecordKind | undefined {
	const recognised = recogniseRecord(json);
	if (recognised) return recognised;
	const isUser = isFilled(json.UserId) || isFilled(json.Email);
	return !isUser && (isFilled(json[DEPARTMENT_PATH]) || isFilled(json.DepartmentId)) ? 'department' : undefined;
}

/** How a sync tells the kinds of its items; what it has seen of their columns is of one run. */
export function recognition(): Recognition {
	return { recognise, spelling: new ColumnSpelling([DEPARTMENT_PATH]) };
}
