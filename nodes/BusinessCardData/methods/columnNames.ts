import type { DEPARTMENT_FIELDS, DEPARTMENT_PATH, USER_FIELDS } from '../../shared';

/** The columns of users and departments, and the one that only a sync has. */
export type OrganizationColumn =
	| (typeof USER_FIELDS)[number]['name']
	| (typeof DEPARTMENT_FIELDS)[number]['name']
	| typeof DEPARTMENT_PATH;

/** What a person reads of each column; its rules are in the table of its kind. */
export const COLUMN_NAMES: Readonly<Record<OrganizationColumn, string>> = {
	TempId: 'Temp ID',
	UserUuid: 'User UUID',
	DepartmentId: 'Department ID',
	DepartmentPath: 'Department Path',
	UserId: 'User ID',
	UserName: 'User Name',
	AlternativeName: 'Alternative Name',
	Email: 'Email',
	SubEmail: 'Sub Email',
	EffectiveDateFrom: 'Effective Date From',
	Culture: 'Culture',
	MailFormat: 'Mail Format',
	SamlNameId: 'SAML Name ID',
	UserType: 'User Type',
	CanUpdateData: 'Can Update Data',
	DataDownloadPrivilege: 'Data Download Privilege',
	EmailDeliveryPrivilege: 'Email Delivery Privilege',
	CrmIntegrationPrivilege: 'CRM Integration Privilege',
	DealPrivilege: 'Deal Privilege',
	ApiIntegrationPrivilege: 'API Integration Privilege',
	UsageStatisticsPrivilege: 'Usage Statistics Privilege',
	OrganizationTreeDownloadPrivilege: 'Organization Tree Download Privilege',
	DeleteFlag: 'Delete Flag',
	DepartmentName: 'Department Name',
	DepartmentNamePhonetic: 'Department Name Phonetic',
	ParentDepartmentId: 'Parent Department ID',
	Order: 'Order',
};
