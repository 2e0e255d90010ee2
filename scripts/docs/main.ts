import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node.js';
import { withFields } from './pages';

/** Writes the tables of fields in docs/operations as the node's panel has them: npx tsx scripts/docs/main.ts */

const folder = join(__dirname, '../../docs/operations');
const { description } = new BusinessCardData();

for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
	const path = join(folder, file);
	const before = readFileSync(path, 'utf8');
	const after = withFields(before, description);
	if (after === before) continue;
	writeFileSync(path, after);
	process.stdout.write(`docs/operations/${file}\n`);
}
