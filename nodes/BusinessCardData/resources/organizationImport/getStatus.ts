import { ONLY_2_0 } from '../../../shared';
import { OrganizationService } from '../../execution/organization/service';
import { IMPORT_ID } from '../organizationRecords';
import type { Operation } from '../operation';

/** The status of an import (spec: E15). */
export const getStatus: Operation = {
	name: 'Get Status',
	action: 'Get the status of an organization import',
	description: 'Get the status of an import',
	versions: ONLY_2_0,
	response: 'json',
	routing: { request: { method: 'GET', url: '/organization/jobs/{importId}' } },
	fields: [IMPORT_ID],
	execute: async (run) => {
		const importId = String(run.parameters.values.importId);
		return [{ json: await new OrganizationService(run).status(run.request, importId) }];
	},
};
