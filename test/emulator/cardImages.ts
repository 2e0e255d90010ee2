import type { BizCardRecord } from './records';

/** Sides of a card. */
export type CardSide = 'front' | 'back';

/** An image to set: a JPEG, none, or one that is drawn when asked for. */
export type CardImage = Buffer | null | 'drawn';

/** A Japanese business card is 91 mm by 55 mm; four pixels a millimetre. */
const WIDTH = 364;
const HEIGHT = 220;
const QUALITY = 80;
const CACHED_IMAGES = 200;

type Colour = readonly [number, number, number];

interface Style {
	readonly paper: Colour;
	readonly accent: Colour;
}

const STYLES: readonly Style[] = [
	{ paper: [255, 255, 255], accent: [0, 82, 155] },
	{ paper: [252, 250, 242], accent: [184, 28, 34] },
	{ paper: [243, 248, 250], accent: [0, 122, 110] },
	{ paper: [250, 246, 252], accent: [96, 48, 140] },
	{ paper: [255, 252, 244], accent: [200, 120, 20] },
	{ paper: [246, 250, 244], accent: [46, 110, 50] },
	{ paper: [240, 242, 246], accent: [40, 48, 66] },
];
const INK: Colour = [60, 62, 66];

/** [x, y, height, how many characters stand behind the bar] in pixels. */
type Line = readonly [number, number, number, string];

/** FNV-1a: spreads ids evenly over styles. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) {
		value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
	}
	return value;
}

class Picture {
	constructor(paper: Colour) {
		this.fill(0, 0, WIDTH, HEIGHT, paper);
	}

	readonly data = Buffer.alloc(WIDTH * HEIGHT * 4, 255);

	fill(left: number, top: number, width: number, height: number, [red, green, blue]: Colour): void {
		for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + height); y += 1) {
			for (let x = Math.max(0, left); x < Math.min(WIDTH, left + width); x += 1) {
				const at = (y * WIDTH + x) * 4;
				this.data[at] = red;
				this.data[at + 1] = green;
				this.data[at + 2] = blue;
			}
		}
	}

	/** A line of text, seen from afar: one block a character, narrower for blanks and Latin letters. */
	write([left, top, height, text]: Line, colour: Colour): void {
		let x = left;
		for (const character of text) {
			const wide = character.charCodeAt(0) > 0xff;
			const advance = Math.round(height * (wide ? 1.05 : 0.6));
			if (character.trim() !== '') this.fill(x, top, advance - 2, height, colour);
			x += advance;
		}
	}
}

function frontLines(card: BizCardRecord): readonly Line[] {
	return [
		[34, 26, 13, card.companyName],
		[34, 52, 9, `${card.departmentName} ${card.title ?? ''}`],
		[70, 86, 22, `${card.lastName} ${card.firstName}`],
		[34, 142, 8, `${card.postalCode} ${card.prefecture}${card.city}${card.street}`],
		[34, 156, 8, card.building],
		[34, 172, 8, `${card.tel}  ${card.mobile}`],
		[34, 188, 8, card.email],
	];
}

function backLines(card: BizCardRecord): readonly Line[] {
	return [
		[110, 78, 16, card.companyName],
		[110, 112, 9, card.url],
	];
}

function draw(card: BizCardRecord, side: CardSide): Buffer {
	const style = STYLES[hash(card.companyName) % STYLES.length] ?? {
		paper: [255, 255, 255],
		accent: INK,
	};
	const picture = new Picture(side === 'front' ? style.paper : style.accent);
	if (side === 'front') {
		picture.fill(0, 0, 12, HEIGHT, style.accent);
		picture.fill(WIDTH - 70, 24, 42, 42, style.accent);
		const mark = 4 + (hash(card.id) % 12);
		picture.fill(WIDTH - 70 + mark, 24 + mark, 42 - 2 * mark, 42 - 2 * mark, style.paper);
		for (const line of frontLines(card)) picture.write(line, INK);
	} else {
		picture.fill(40, 75, 48, 48, style.paper);
		for (const line of backLines(card)) picture.write(line, style.paper);
	}
	return picture.data;
}

/**
 * The cards' images: JPEGs that were set, and for every other card that was scanned a drawn one whose
 * bars stand for the card's lines. Drawn on first use and kept while they are asked for.
 */
export class CardImages {
	private readonly given = new Map<string, CardImage>();
	private readonly drawn = new Map<string, Buffer>();

	/** Sets the image of one side. */
	set(cardId: string, side: CardSide, image: CardImage): void {
		this.given.set(`${cardId} ${side}`, image);
	}

	/** The JPEG of one side, or undefined when there is none. Unless set, scanned cards have a front and nothing else. */
	async read(card: BizCardRecord, side: CardSide): Promise<Buffer | undefined> {
		const given = this.given.get(`${card.id} ${side}`);
		const scanned = side === 'front' && !card.isUserCreated;
		const image = given === undefined && scanned ? 'drawn' : given;
		return image === 'drawn' ? this.render(card, side) : (image ?? undefined);
	}

	private async render(card: BizCardRecord, side: CardSide): Promise<Buffer> {
		const key = `${card.id} ${side} ${card.updatedTime}`;
		const kept = this.drawn.get(key);
		if (kept) return kept;
		// Loaded on first use: most runs of the emulator never look at an image.
		const { encode } = await import('jpeg-js');
		const image = Buffer.from(
			encode({ width: WIDTH, height: HEIGHT, data: draw(card, side) }, QUALITY).data,
		);
		this.drawn.set(key, image);
		for (const oldest of this.drawn.keys()) {
			if (this.drawn.size <= CACHED_IMAGES) break;
			this.drawn.delete(oldest);
		}
		return image;
	}
}
