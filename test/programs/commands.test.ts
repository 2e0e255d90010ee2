import { textOf } from '../support/repository';

/** What a newcomer types is what every change is tried with. */

/** The lines of the README's blocks of code that begin with a command of npm for a clone. */
function commandsOf(page: string): string[] {
	const blocks = [...page.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, lines = '']) => lines);
	return blocks.flatMap((lines) => lines.split('\n').filter((line) => line.startsWith('npm ci')));
}

test('the README has one command for the demo and one for the tests, and .ci/run types both as they stand there, first', () => {
	const commands = commandsOf(textOf('README.md'));
	expect(commands).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);

	const steps = [...textOf('.ci/run').matchAll(/^step (.+)$/gm)].map(([, step = '']) => step);
	expect(steps.slice(0, 2).map((step) => /'(.+)'/.exec(step)?.[1])).toEqual(commands);
});
