import { encode } from 'jpeg-js';
import type { BizCardRecord } from './records';

/** Sides of a card. */
export type CardSide = 'front' | 'back';

/** An image to set: a JPEG, none, or one that is drawn when asked for. */
export type CardImage = Buffer | null | 'drawn';

/** A Japanese business card is 91 mm by 55 mm; four pixels a millimetre. */
const WIDTH = 364;
const HEIGHT = 220;
const MARGIN = 24;

const INKS = [0x00529b, 0xb81c22, 0x007a6e, 0x60308c, 0xc87814, 0x2e6e32, 0x283042] as const;

/** A card seen from afar: a bar in the company's colour, and a block for each character. */
function draw(card: BizCardRecord, side: CardSide): Buffer {
	const data = Buffer.alloc(WIDTH * HEIGHT * 4, 0xff);
	const ink = INKS[[...card.companyName].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % INKS.length] ?? 0;
	const fill = (left: number, top: number, width: number, height: number) => {
		for (let y = top; y < Math.min(HEIGHT, top + height); y += 1) {
			for (let x = left; x < Math.min(WIDTH, left + width); x += 1) data.writeUInt32BE(((ink << 8) | 0xff) >>> 0, (y * WIDTH + x) * 4);
		}
	};
	const lines = side === 'front' ? [card.companyName, card.lastName + card.firstName, card.tel, card.email] : [card.url];
	fill(0, 0, MARGIN / 2, HEIGHT);
	lines.forEach((line, row) => {
		const size = row === 1 ? 20 : 10;
		[...line].forEach((letter, at) => letter.trim() && fill(MARGIN + at * size, MARGIN + row * 45, size - 3, size));
	});
	return Buffer.from(encode({ width: WIDTH, height: HEIGHT, data }, 80).data);
}

/** The cards' images: JPEGs that were set, and for every other card that was scanned a drawn front. */
export class CardImages {
	private readonly given = new Map<string, CardImage>();
	private readonly drawn = new Map<string, Buffer>();

	/** Sets the image of one side. */
	set(cardId: string, side: CardSide, image: CardImage): void {
		this.given.set(`${cardId} ${side}`, image);
	}

	/** The JPEG of one side, or undefined when there is none. */
	read(card: BizCardRecord, side: CardSide): Buffer | undefined {
		const given = this.given.get(`${card.id} ${side}`);
		const image = given === undefined && side === 'front' && !card.isUserCreated ? 'drawn' : given;
		if (image !== 'drawn') return image ?? undefined;
		const key = `${card.id} ${side} ${card.updatedTime}`;
		const picture = this.drawn.get(key) ?? draw(card, side);
		this.drawn.set(key, picture);
		return picture;
	}
}
