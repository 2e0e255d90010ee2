import { spawnSync } from 'node:child_process';

/**
 * The formats that GraphicsMagick reads on this machine, by its names for them (`PNG`, `HEIC`). n8n's Edit Image node needs the
 * program; none where it is not installed.
 */
export function readableFormats(): ReadonlySet<string> {
	const { stdout } = spawnSync('gm', ['convert', '-list', 'formats'], { encoding: 'utf8' });
	return new Set([...(stdout ?? '').matchAll(/^\s*(\w+)\s+[PSU]\s+r/gm)].map(([, format = '']) => format));
}
