/**
 * Runs the checks of n8n's package scanner on this package, as far as they work without the registry: its rules on the
 * sources and on the packed tarball. Provenance can only be checked after a publication.
 */
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PUBLISHED_FILE_PATTERNS = ['**/*.js', 'package.json'];

const folder = mkdtempSync(join(tmpdir(), 'business-card-data-scan-'));
try {
	const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { encoding: 'utf8' });
	const [{ filename, files }] = JSON.parse(packed);
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
	console.log(`${filename}: ${files.length} files`);
	const legs = [
		['sources', process.cwd(), SOURCE_FILE_PATTERNS],
		['packed tarball', join(folder, 'package'), PUBLISHED_FILE_PATTERNS],
	];
	for (const [name, path, patterns] of legs) {
		const { passed, message, details } = await analyzePackage(path, patterns);
		console.log(`${name}: ${passed ? 'passed' : `failed: ${message}\n${details ?? ''}`}`);
		if (!passed) process.exitCode = 1;
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
