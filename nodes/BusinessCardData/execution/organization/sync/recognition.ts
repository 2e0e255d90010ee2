import type { IDataObject } from 'n8n-workflow';
import { ColumnSpelling, DEPARTMENT_PATH, isEmpty, recogniseRecord } from '../../../../shared';
import type { OrganizationRecordKind } from '../../../../shared';
import type { Recognition } from '../items';

/** An item that has a place among departments and nothing of a user is a department. */
function recognise(json: IDataObject): OrganizationRecordKind | undefined {
	const recognised = recogniseRecord(json);
	if (recognised) return recognised;
	const isUser = !isEmpty(json.UserId) || !isEmpty(json.Email);
	return !isUser && !(isEmpty(json[DEPARTMENT_PATH]) && isEmpty(json.DepartmentId)) ? 'department' : undefined;
}

/** How a sync tells the kinds of its items; what it has seen of their columns is of one run. */
export function recognition(): Recognition {
	return { recognise, spelling: new ColumnSpelling([DEPARTMENT_PATH]) };
}
