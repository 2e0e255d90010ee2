import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Imports and exports of files of ours, types included. */
const RELATIVE_IMPORT = /^(?:import|export)[^;]*?from '(\.[^']+)'/gms;

/** The files that a file imports. */
function importsOf(file) {
	const text = readFileSync(file, 'utf8');
	const targets = [...text.matchAll(RELATIVE_IMPORT)].map(([, target]) => resolve(dirname(file), target));

	return targets.flatMap((target) => [`${target}.ts`, join(target, 'index.ts')].find(existsSync) ?? []);
}

/** The shortest way from a file back to itself, as the files on it; `undefined` where there is none. */
function circleThrough(file) {
	const cameFrom = new Map();
	const queue = [file];

	for (const current of queue) {
		for (const next of importsOf(current)) {
			if (next === file) return wayTo(current, cameFrom);
			if (cameFrom.has(next)) continue;

			cameFrom.set(next, current);
			queue.push(next);
		}
	}
	return undefined;
}

function wayTo(file, cameFrom) {
	const way = [];
	for (let current = file; current !== undefined; current = cameFrom.get(current)) way.unshift(current);
	return way;
}

/** An ESLint rule: no file imports itself by way of others, because then neither can be read before the other. */
export const noCircle = {
	meta: { type: 'problem', schema: [], messages: { circle: 'These files import each other: {{ files }}.' } },
	create(context) {
		return {
			Program(node) {
				const circle = circleThrough(context.filename);
				if (!circle) return;

				const files = circle.map((file) => file.slice(context.cwd.length + 1)).join(', ');
				context.report({ node, messageId: 'circle', data: { files } });
			},
		};
	},
};
