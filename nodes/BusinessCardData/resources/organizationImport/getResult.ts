import { ONLY_2_0 } from '../../../shared';
import { OrganizationService } from '../../execution/organization/service';
import { IMPORT_ID } from '../organizationRecords';
import type { Operation } from '../operation';

/** The result of an import for each of its records (spec: E16). */
export const getResult: Operation = {
	name: 'Get Result',
	action: 'Get the result of an organization import',
	description: 'Get the result of each record of a finished import',
	versions: ONLY_2_0,
	response: 'csv',
	routing: { request: { method: 'GET', url: '/organization/jobs/{importId}/result' } },
	fields: [IMPORT_ID],
	execute: async (run) => (await new OrganizationService(run).result(run.request)).map((json) => ({ json })),
};
