import { encode } from 'jpeg-js';
import type { BizCardRecord } from './records';

/** Sides of a card. */
export type CardSide = 'front' | 'back';

/** An image to set: a JPEG, none, or one that is drawn when asked for. */
export type CardImage = Buffer | null | 'drawn';

/** A Japanese business card is 91 mm by 55 mm; two pixels a millimetre. */
const [WIDTH, HEIGHT] = [182, 110];

/** A card seen from afar: paper with a bar in the company's colour. */
function draw({ companyName }: BizCardRecord): Buffer {
	const data = Buffer.alloc(WIDTH * HEIGHT * 4, 0xff);
	const ink = [...companyName].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0x808080, 0);
	for (let row = 0; row < HEIGHT; row += 1) {
		for (let column = 0; column < 12; column += 1) data.writeUInt32BE(ink * 256 + 0xff, (row * WIDTH + column) * 4);
	}
	return Buffer.from(encode({ width: WIDTH, height: HEIGHT, data }, 80).data);
}

/** The cards' images: JPEGs that were set, and for every other card that was scanned a drawn front. */
export class CardImages {
	private readonly given = new Map<string, CardImage>();

	/** Sets the image of one side. */
	set(cardId: string, side: CardSide, image: CardImage): void {
		this.given.set(`${cardId} ${side}`, image);
	}

	/** The JPEG of one side, or undefined when there is none. */
	read(card: BizCardRecord, side: CardSide): Buffer | undefined {
		const given = this.given.get(`${card.id} ${side}`);
		const image = given === undefined && side === 'front' && !card.isUserCreated ? 'drawn' : given;
		return image === 'drawn' ? draw(card) : (image ?? undefined);
	}
}
