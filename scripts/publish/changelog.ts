/** The heading of a version that is not out yet, as Keep a Changelog has it. */
function unreleased(version: string): string {
	return `## [${version}] - Unreleased`;
}

/** Puts the day of the release into the heading of a version. @throws when the changelog has no such section */
export function withReleaseDay(changelog: string, version: string, day: string): string {
	const heading = unreleased(version);
	if (!changelog.includes(heading)) throw new Error(`CHANGELOG.md has no section "${heading}"`);
	return changelog.replace(heading, `## [${version}] - ${day}`);
}
