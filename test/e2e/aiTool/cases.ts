import type { CallRecord, Emulator } from '../../emulator';
import { fromModel } from './agent';

/** What there is to be looked up. */
export interface Seeded {
	cardId: string;
	personId: string;
	tagId: string;
	reportId: string;
	importId: string;
}

/** Rows of the CSV that is imported, in the columns of a department. */
const DEPARTMENTS = 'd1,,総務部,,,,\r\n';

async function finishedImport(emulator: Emulator): Promise<string> {
	const body = new FormData();
	body.append('department', new Blob([DEPARTMENTS], { type: 'text/csv' }), 'departments.csv');
	const headers = { 'X-Service-Api-Key': emulator.apiKey };
	const response = await fetch(`${emulator.baseUrl}/v2.0/organization/jobs`, { method: 'POST', headers, body });
	const { importId } = (await response.json()) as { importId: string };
	emulator.imports.advance(importId);
	emulator.imports.advance(importId);
	return importId;
}

/** Puts one of each into the service. */
export async function seed(emulator: Emulator): Promise<Seeded> {
	const { id: tagId } = emulator.addTag({ name: '展示会', type: 'private' });
	const card = emulator.addCard({ companyName: '北斗商事株式会社', lastName: '髙橋', tagIds: [tagId] });
	const { id: reportId } = emulator.addReport({ type: 'Call', title: '打ち合わせ' });
	emulator.addOrganizationRecord('user', { UserId: 'hanako', UserName: '髙橋 花子', Email: 'hanako@example.jp' });
	const importId = await finishedImport(emulator);
	emulator.clearLog();
	return { cardId: card.id, personId: card.personId, tagId, reportId, importId };
}

/** One reading operation as a tool. */
export interface ToolCase {
	/** Parameters of the node; those that the model gives are written as the editor writes them. */
	readonly parameters: Record<string, unknown>;
	/** What the model calls the tool with: every parameter that is left to it. */
	arguments(seeded: Seeded): Record<string, unknown>;
	/** What the one call to the service has in it. */
	call(seeded: Seeded): Partial<CallRecord>;
	/** Part of each record that the model gets. */
	gives(seeded: Seeded): object[];
}

const ONE_CARD = { businessCardId: fromModel('Business_Card_ID') };
const CARD_ID = ({ cardId }: Seeded) => ({ Business_Card_ID: cardId });
const IMPORT = { importId: fromModel('Import_ID') };
const IMPORT_ID = ({ importId }: Seeded) => ({ Import_ID: importId });
const TERM = { updatedFrom: fromModel('Updated_From'), updatedTo: fromModel('Updated_To') };
const CARD = ({ cardId }: Seeded) => [{ id: cardId, companyName: '北斗商事株式会社', lastName: '髙橋' }];

/** Pairs of a query with these values, wherever they stand. */
function including(...pairs: Array<[string, string]>): CallRecord['query'] {
	return expect.arrayContaining(pairs) as CallRecord['query'];
}

/** Every operation that only reads, by `<resource>.<operation>`. */
export const CASES: Readonly<Record<string, ToolCase>> = {
	'businessCard.getAll': {
		parameters: { ...TERM, limit: fromModel('Limit', 'number'), range: fromModel('Range') },
		arguments: () => ({ Updated_From: '2020-01-01', Updated_To: '2099-12-31T00:00:00Z', Limit: 5, Range: 'all' }),
		call: () => ({
			endpoint: 'E1',
			query: including(['updatedFrom', '2020-01-01T00:00:00+00:00'], ['updatedTo', '2099-12-31T00:00:00+00:00'], ['range', 'all']),
		}),
		gives: CARD,
	},
	'businessCard.search': {
		parameters: {
			filters: { companyName: fromModel('Company_Name'), name: fromModel('Name'), tagId: fromModel('Tag_Names_or_IDs') },
			options: { ignoreBlankFilters: true },
		},
		arguments: ({ tagId }) => ({ Company_Name: '北斗', Name: '', Tag_Names_or_IDs: tagId }),
		call: ({ tagId }) => ({ endpoint: 'E2', query: including(['companyName', '北斗'], ['tagId', tagId]) }),
		gives: CARD,
	},
	'businessCard.get': {
		parameters: ONE_CARD,
		arguments: CARD_ID,
		call: ({ cardId }) => ({ endpoint: 'E3', id: cardId }),
		gives: CARD,
	},
	'businessCard.getImage': {
		parameters: { ...ONE_CARD, side: fromModel('Side') },
		arguments: (seeded) => ({ ...CARD_ID(seeded), Side: 'front' }),
		call: ({ cardId }) => ({ endpoint: 'E4', id: cardId, query: including(['side', 'front']) }),
		gives: ({ cardId }) => [{ businessCardId: cardId, side: 'front' }],
	},
	'businessCard.getTags': {
		parameters: { ...ONE_CARD, returnAll: fromModel('Return_All', 'boolean') },
		arguments: (seeded) => ({ ...CARD_ID(seeded), Return_All: true }),
		call: ({ cardId }) => ({ endpoint: 'E5', id: cardId }),
		gives: ({ tagId }) => [{ id: tagId, name: '展示会' }],
	},
	'person.get': {
		parameters: { personId: fromModel('Person_ID'), options: { includeTags: fromModel('Include_Tags', 'boolean'), simplify: false } },
		arguments: ({ personId }) => ({ Person_ID: personId, Include_Tags: true }),
		call: ({ personId }) => ({ endpoint: 'E8', id: personId, query: including(['includeTags', 'true']) }),
		gives: ({ personId, cardId, tagId }) => [{ id: personId, headBizCard: { id: cardId, tags: [{ id: tagId }] } }],
	},
	'report.getAll': {
		parameters: { ...TERM, options: { type: fromModel('Type'), category: fromModel('Category') } },
		arguments: () => ({ Updated_From: '2020-01-01', Updated_To: '2099-12-31', Type: 'Call, Meeting', Category: '' }),
		call: () => ({ endpoint: 'E9', query: including(['type[]', 'Call'], ['type[]', 'Meeting']) }),
		gives: ({ reportId }) => [{ id: reportId, title: '打ち合わせ' }],
	},
	'tag.getAll': {
		parameters: { limit: fromModel('Limit', 'number'), range: fromModel('Range') },
		arguments: () => ({ Limit: 10, Range: 'me' }),
		call: () => ({ endpoint: 'E10', query: including(['range', 'me']) }),
		gives: ({ tagId }) => [{ id: tagId, name: '展示会', type: 'private' }],
	},
	'user.getAll': {
		parameters: {},
		arguments: () => ({}),
		call: () => ({ endpoint: 'E11' }),
		gives: () => [{ UserId: 'hanako', UserName: '髙橋 花子' }],
	},
	'department.getAll': {
		parameters: {},
		arguments: () => ({}),
		call: () => ({ endpoint: 'E12' }),
		gives: () => [{ DepartmentName: '総務部' }],
	},
	// What is checked is the input of the node: an agent's arguments are that input.
	'organizationImport.check': {
		parameters: { recordType: "={{ [$fromAI('TempId'), $fromAI('DepartmentName')] && 'department' }}" },
		arguments: () => ({ TempId: 'd9', DepartmentName: '企画部' }),
		call: () => ({ endpoint: 'E14' }),
		gives: () => [{ valid: true, errors: [] }],
	},
	'organizationImport.getStatus': {
		parameters: IMPORT,
		arguments: IMPORT_ID,
		call: ({ importId }) => ({ endpoint: 'E15', id: importId }),
		gives: ({ importId }) => [{ importId, importStatus: 2, status: 'completed' }],
	},
	'organizationImport.getResult': {
		parameters: IMPORT,
		arguments: IMPORT_ID,
		call: ({ importId }) => ({ endpoint: 'E16', id: importId }),
		gives: () => [{ Type: 0, TempId: 'd1', Completed: true, ErrorMessage: null }],
	},
};
