import {
	fieldNames,
	ORGANIZATION_FIELDS,
	type DepartmentRow,
	type OrganizationField,
	type OrganizationKind,
	type ResultRow,
	type UserRow,
} from '../../../../nodes/shared/organization/fields';

/** Name, type, required and maximum length, as in the specification's tables and in their order. */
const SPECIFIED: Record<OrganizationKind, string> = {
	user: `
		TempId string adding 256
		UserUuid uuid editing
		DepartmentId string always
		UserId string always 20
		UserName string always 60
		AlternativeName string never 256
		Email string always 60
		SubEmail string never 60
		EffectiveDateFrom string adding
		Culture int never
		MailFormat int never
		SamlNameId string never
		UserType int never
		CanUpdateData int never
		DataDownloadPrivilege int never
		EmailDeliveryPrivilege int never
		CrmIntegrationPrivilege none never
		DealPrivilege int never
		ApiIntegrationPrivilege int never
		UsageStatisticsPrivilege int never
		OrganizationTreeDownloadPrivilege int never
		DeleteFlag int never
	`,
	department: `
		TempId string adding 256
		DepartmentId string editing
		DepartmentName string always 30
		DepartmentNamePhonetic string never 256
		ParentDepartmentId string never
		Order int never
		DeleteFlag int never
	`,
	result: `
		Type int always
		Id string never
		TempId string never
		Completed bool always
		ErrorMessage string never
	`,
};

const KINDS = ['user', 'department', 'result'] as const;

const linesOf = (text: string) =>
	text
		.trim()
		.split('\n')
		.map((line) => line.trim());

test.each(KINDS)('the %s table has the specified columns in the specified order', (kind) => {
	const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
	const lines = fields.map(({ name, type, required, max }) =>
		[name, type, required, max].filter((part) => part !== undefined).join(' '),
	);
	expect(lines).toEqual(linesOf(SPECIFIED[kind]));
	expect(fieldNames(kind)).toEqual(fields.map(({ name }) => name));
});

test.each([
	['user', 'Culture', '0,1,2'],
	['user', 'MailFormat', '0,1'],
	['user', 'UserType', '0,1,2'],
	['user', 'CanUpdateData', '0,1'],
	['user', 'DataDownloadPrivilege', '0,1,2,3'],
	['user', 'EmailDeliveryPrivilege', '0,1'],
	['user', 'DealPrivilege', '0,1,2'],
	['user', 'ApiIntegrationPrivilege', '0,1'],
	['user', 'UsageStatisticsPrivilege', '0,1'],
	['user', 'OrganizationTreeDownloadPrivilege', '0,1'],
	['user', 'DeleteFlag', '0,1'],
	['department', 'DeleteFlag', '0,1'],
	['result', 'Type', '0,1'],
] as const)('the %s column %s has the values %s', (kind, name, values) => {
	const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
	expect(Object.keys(fields.find((field) => field.name === name)?.values ?? {}).join()).toBe(
		values,
	);
});

test('the row types follow from the tables', () => {
	const user: Pick<UserRow, 'UserId' | 'Culture' | 'CrmIntegrationPrivilege'> = {
		UserId: 'a',
		Culture: 1,
		CrmIntegrationPrivilege: null,
	};
	const department: Pick<DepartmentRow, 'Order' | 'DepartmentName'> = {
		Order: null,
		DepartmentName: 'x',
	};
	const result: ResultRow = {
		Type: 0,
		Id: null,
		TempId: null,
		Completed: true,
		ErrorMessage: null,
	};
	expect({ ...user, ...department, ...result }).toMatchObject({
		Culture: 1,
		Order: null,
		Completed: true,
	});
});
