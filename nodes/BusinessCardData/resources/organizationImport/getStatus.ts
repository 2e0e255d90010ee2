import type { PostReceiveAction } from 'n8n-workflow';
import { ONLY_2_0, readId, Unusable } from '../../../shared';
import { NO_STATUS, progressIn } from '../../execution/organization/service';
import { IMPORT_ID } from '../organizationRecords';
import type { Operation } from '../operation';

/** Puts the id and the name of the status beside its number. */
const withName: PostReceiveAction = async function nameStatus(items) {
	const progress = progressIn(items[0]?.json, readId('importId', this.getNodeParameter('importId')));
	if (!progress) throw new Unusable(NO_STATUS);
	return [{ json: { ...progress } }];
};

/** How far an import has come (spec: E15). */
export const getStatus: Operation = {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get status of organization import',
	description: 'Get the status of an import',
	versions: ONLY_2_0,
	response: 'json',
	effect: 'read',
	routing: {
		request: { method: 'GET', url: '/organization/jobs/{importId}' },
		output: { postReceive: [withName] },
	},
	fields: [IMPORT_ID],
};
