import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { getCardColumns } from './getCardColumns';
import { getOrganizationColumns } from './getOrganizationColumns';

/** The columns to which input can be mapped: those of users and departments, or of a card, n8n's default, which it may leave out. */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const isOrganization = ['organization', 'organizationImport'].includes(String(this.getCurrentNodeParameter('resource')));
	return await (isOrganization ? getOrganizationColumns : getCardColumns).call(this);
}
