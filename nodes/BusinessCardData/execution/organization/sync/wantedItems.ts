import type { IDataObject } from 'n8n-workflow';
import { ColumnSpelling, DEPARTMENT_PATH, recogniseRecord } from '../../../../shared';
import type { OrganizationRecordKind, TimeSlices, WantedItem } from '../../../../shared';
import { inputItems } from '../../inputItems';
import { kindOf, recordTypes } from '../items';
import { columnsOfItems } from '../mapping';
import type { ProcedureRun } from '../../run';

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

/**
 * What the input items say of records.
 *
 * @throws ParameterError for a mapping that is none, and for an item of which nobody can say what it is
 */
export async function wantedItems(run: ProcedureRun, slices: TimeSlices): Promise<WantedItem[]> {
	const typeOf = recordTypes(run);
	const columnsOf = columnsOfItems(run);
	const spelling = new ColumnSpelling([DEPARTMENT_PATH]);
	const items: WantedItem[] = [];
	for (const [itemIndex, { json }] of inputItems(run.functions).entries()) {
		const columns = columnsOf(json, itemIndex);
		const kind = kindOf(typeOf(itemIndex), columns, itemIndex, { spelling, recognise });
		items.push({ itemIndex, kind, columns });
		if (slices.isOver) await slices.rest();
	}
	return items;
}
