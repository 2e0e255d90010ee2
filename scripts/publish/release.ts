import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeLinks } from './links';
import { readManifest, rewrite, tagOf } from './manifest';
import { placeholdersIn } from './owner';

const CHECKS = ['lint', 'build', 'test'] as const;

/** Puts the day of the release into the heading of a version, as Keep a Changelog has it. @throws when there is no such section */
export function withReleaseDay(changelog: string, version: string, day: string): string {
	const heading = `## [${version}] - Unreleased`;
	if (!changelog.includes(heading))
		throw new Error(`CHANGELOG.md has no section "${heading}". Write one for this version`);
	return changelog.replace(heading, `## [${version}] - ${day}`);
}

function run(root: string, program: string, args: readonly string[]): void {
	execFileSync(program, [...args], { cwd: root, stdio: 'inherit' });
}

function output(root: string, program: string, args: readonly string[]): string {
	return execFileSync(program, [...args], { cwd: root, encoding: 'utf8' }).trim();
}

/** Runs n8n's package scanner. @throws when it finds something */
export function scan(root: string): void {
	run(root, process.execPath, [join(__dirname, 'scan.mjs')]);
}

/** Why there can be no release now. */
function obstacles(root: string): string[] {
	const manifest = readManifest(root);
	const branch = output(root, 'git', ['rev-parse', '--abbrev-ref', 'HEAD']);
	const tag = tagOf(manifest);
	const isTagged = output(root, 'git', ['tag', '--list', tag]) !== '';
	return [
		...placeholdersIn(manifest),
		...(branch === 'main' ? [] : [`You are on the branch ${branch}. Make releases on main`]),
		...(output(root, 'git', ['status', '--porcelain']) === ''
			? []
			: ['Some changes are not committed. Commit or drop them']),
		...(isTagged ? [`The tag ${tag} exists already. Raise the version in package.json`] : []),
	];
}

/**
 * On a machine it makes the commit and the tag of a release; nothing leaves the machine: the tag is what publishes, once it is
 * pushed. In GitHub Actions it publishes with n8n's own command, which lints, builds, and publishes with provenance.
 *
 * @throws when something is in the way, or a check fails
 */
export function release(root: string, isInActions: boolean): void {
	const found = isInActions ? placeholdersIn(readManifest(root)) : obstacles(root);
	if (found.length > 0) throw new Error(`The release cannot be made:\n${found.join('\n')}`);
	if (isInActions) return run(root, 'npx', ['n8n-node', 'release']);
	for (const check of CHECKS) run(root, 'npm', ['run', check]);
	scan(root);
	const { version } = readManifest(root);
	rewrite(root, 'CHANGELOG.md', (text) => withReleaseDay(text, version, new Date().toISOString().slice(0, 10)));
	writeLinks(root);
	run(root, 'git', ['commit', '--all', '--message', `Release ${version}`]);
	run(root, 'git', ['tag', '--annotate', tagOf({ version }), '--message', `Release ${version}`]);
	process.stdout.write('\nCheck the commit. To publish it, run git push --follow-tags\n');
}
