import type { IDataObject } from 'n8n-workflow';
import { DEPARTMENT_PATH, isEmpty, recogniseRecord } from '../../../../shared';
import type { OrganizationRecordKind } from '../../../../shared';

/** The kind of an item of a sync: one that has a place among departments and nothing of a user is a department. */
export function recognise(json: IDataObject): OrganizationRecordKind | undefined {
	const recognised = recogniseRecord(json);
	if (recognised) return recognised;
	const isUser = !isEmpty(json.UserId) || !isEmpty(json.Email);
	return !isUser && !(isEmpty(json[DEPARTMENT_PATH]) && isEmpty(json.DepartmentId)) ? 'department' : undefined;
}
