import { encode } from 'jpeg-js';

/** Each shade is encoded once: an encoder makes large tables first. */
const shades = new Map<number, Buffer>();

/** A real JPEG of one colour; `bytes` makes it exactly that long, as phones do with what they append. */
export function jpeg(shade = 200, bytes = 0): Buffer {
	const [width, height] = [8, 8];
	const data = shades.get(shade) ?? encode({ width, height, data: Buffer.alloc(width * height * 4, shade) }, 50).data;
	shades.set(shade, data);
	return Buffer.concat([data, Buffer.alloc(Math.max(0, bytes - data.length))]);
}
