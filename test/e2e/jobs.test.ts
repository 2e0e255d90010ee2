import { exampleFiles, needsAccount, readExample } from '../../scripts/realN8n/workflows';
import { world } from './examples/stage';
import { AGENT_FILE, CRM_STORIES, JOB_STORIES, ORGANIZATION_FILES, tell } from './examples/stories';

const FILES = exampleFiles();

test('there is a story for every example', () => {
	const told = [...Object.keys(CRM_STORIES), ...Object.keys(JOB_STORIES), ...ORGANIZATION_FILES, AGENT_FILE];
	expect(FILES).toEqual(told.sort());
});

test.each(FILES.filter((file) => !needsAccount(readExample(file))))(
	'%s finds the credential by its name when it is imported as it is',
	async (file) => {
		const { nodes } = await world.client.createWorkflow(readExample(file));
		const on = nodes.filter(({ disabled }) => !disabled);
		const references = on.flatMap(({ credentials = {} }) => Object.values(credentials));
		expect(references.length).toBeGreaterThan(0);
		for (const reference of references) expect(reference).toEqual(world.credential);
	},
);

tell(JOB_STORIES);
