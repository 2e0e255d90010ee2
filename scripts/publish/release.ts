import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLinks } from './links';
import { readManifest } from './manifest';
import { placeholdersIn } from './owner';
import { tagOf } from './taggedLinks';

const CHECKS = ['lint', 'build', 'test'] as const;

/** Puts the day of the release into the heading of a version, as Keep a Changelog has it. @throws when there is no such section */
export function withReleaseDay(changelog: string, version: string, day: string): string {
	const heading = `## [${version}] - Unreleased`;
	if (!changelog.includes(heading)) throw new Error(`CHANGELOG.md has no section "${heading}"`);
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
	const tag = tagOf(manifest.version);
	return [
		...placeholdersIn(manifest),
		...(branch === 'main' ? [] : [`The branch is ${branch}: releases are made from main`]),
		...(output(root, 'git', ['status', '--porcelain']) === '' ? [] : ['There are changes that are not committed']),
		...(output(root, 'git', ['tag', '--list', tag]) === '' ? [] : [`The tag ${tag} is there already: raise the version in package.json`]),
	];
}

function refuse(found: readonly string[]): void {
	if (found.length > 0) throw new Error(`No release:\n${found.join('\n')}`);
}

/**
 * Publishes from GitHub Actions, with n8n's own command: it lints, builds, and publishes with provenance.
 *
 * @throws while the owner is not known
 */
function publish(root: string): void {
	refuse(placeholdersIn(readManifest(root)));
	run(root, 'npx', ['n8n-node', 'release']);
}

/**
 * Makes the commit and the tag of a release. Nothing leaves the machine: the tag is what publishes, once it is pushed.
 *
 * @throws when something is in the way, or a check fails
 */
function prepare(root: string): void {
	refuse(obstacles(root));
	for (const check of CHECKS) run(root, 'npm', ['run', check]);
	scan(root);
	const { version } = readManifest(root);
	const path = join(root, 'CHANGELOG.md');
	writeFileSync(path, withReleaseDay(readFileSync(path, 'utf8'), version, new Date().toISOString().slice(0, 10)));
	writeLinks(root);
	run(root, 'git', ['commit', '--all', '--message', `Release ${version}`]);
	run(root, 'git', ['tag', '--annotate', tagOf(version), '--message', `Release ${version}`]);
	process.stdout.write('\nLook at the commit, then publish it: git push --follow-tags\n');
}

/** The release command: on a machine it prepares, in GitHub Actions it publishes. */
export function release(root: string, isInActions: boolean): void {
	if (isInActions) publish(root);
	else prepare(root);
}
