import { KINDS } from '../../../emulator/organization/columns';
import {
	fieldNames,
	ORGANIZATION_FIELDS,
	type OrganizationField,
	type OrganizationRecordKind,
} from '../../../../nodes/shared/organization/fields';

/** The columns of the records, against the emulator's own table of them. */

const RECORD_KINDS: OrganizationRecordKind[] = ['user', 'department'];

test.each(RECORD_KINDS)(
	'the %s table has the columns that the service has, in their order, with their rules',
	(kind) => {
		const { columns, idColumn } = KINDS[kind];
		const theirs = columns.map(({ name, maxLength, required, upTo, ignored }) => ({
			name,
			max: maxLength,
			required: name === idColumn ? 'editing' : required,
			isIgnored: ignored === true,
			values: upTo === undefined ? undefined : Array.from({ length: upTo + 1 }, (_, value) => String(value)),
		}));
		const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
		const ours = fields.map(({ name, max, required, type, values }) => ({
			name,
			max,
			required,
			isIgnored: type === 'none',
			values: values && Object.keys(values),
		}));
		expect(ours).toEqual(theirs);
		expect(fieldNames(kind)).toEqual(theirs.map(({ name }) => name));
	},
);

test('the table of results has the columns that the service has', () => {
	const lines = ORGANIZATION_FIELDS.result.map(({ name, type, required }) => `${name} ${type} ${required}`);
	expect(lines).toEqual([
		'Type int always',
		'Id string undefined',
		'TempId string undefined',
		'Completed bool always',
		'ErrorMessage string undefined',
	]);
});
