import type { INodeProperties } from 'n8n-workflow';
import { labelled, labelsOf } from '../../../../nodes/shared/base/labels';

const text = (name: string, displayName: string): INodeProperties => ({
	name,
	displayName,
	type: 'string',
	default: '',
});
const collection = (name: string, displayName: string, options: INodeProperties[]): INodeProperties => {
	return { ...text(name, displayName), type: 'collection', options };
};

const LABELS = labelsOf([
	text('updatedFrom', 'Updated From'),
	text('name', 'Name'),
	collection('options', 'Options', [
		text('columnOrder', 'Column Order'),
		collection('sharingPermissions', 'Sharing Permissions', [text('mobile', 'Mobile')]),
	]),
]);

describe('labelled', () => {
	test.each([
		['updatedFrom is empty', 'Updated From is empty'],
		['name is blank', 'Name is blank'],
		['a name is missing', 'a name is missing'],
		['columnOrder must name every column', 'Column Order must name every column'],
		['sharingPermissions.mobile must be true', 'Sharing Permissions: Mobile must be true'],
		['this has to do with updatedFrom, too', 'this has to do with Updated From, too'],
		['UserId must be given', 'UserId must be given'],
		['updatedAt is not known', 'updatedAt is not known'],
		['"updatedFrom" is not a column: write "updatedFrom"', '"updatedFrom" is not a column: write "updatedFrom"'],
		['name is "name", not updatedFrom', 'Name is "name", not Updated From'],
		['name is wrong;\nname is wrong again', 'Name is wrong;\nName is wrong again'],
		['mobile is wrong', 'mobile is wrong'],
	])('%j becomes %j', (message, shown) => {
		expect(labelled(message, LABELS)).toBe(shown);
	});

	test('leaves a message alone where no label is known', () => {
		expect(labelled('updatedFrom is empty', new Map())).toBe('updatedFrom is empty');
	});
});
