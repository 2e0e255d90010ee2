import { encode } from 'jpeg-js';
import type { BizCardRecord } from './records';

export type CardSide = 'front' | 'back';

/** An image to set: a JPEG, none, or the drawn one. */
export type CardImage = Buffer | null | 'drawn';

/** Blank paper: a Japanese business card is 91 mm by 55 mm; two pixels a millimetre. */
function draw(): Buffer {
	const [width, height] = [182, 110];
	return Buffer.from(encode({ width, height, data: Buffer.alloc(width * height * 4, 0xf4) }, 80).data);
}

/** The cards' images: JPEGs that were set, and for every other card that was scanned a drawn front. */
export class CardImages {
	private readonly given = new Map<string, CardImage>();
	private drawn: Buffer | undefined;

	set(cardId: string, side: CardSide, image: CardImage): void {
		this.given.set(`${cardId} ${side}`, image);
	}

	/** The JPEG of one side, or undefined when there is none. */
	read(card: BizCardRecord, side: CardSide): Buffer | undefined {
		const given = this.given.get(`${card.id} ${side}`);
		const image = given === undefined && side === 'front' && !card.isUserCreated ? 'drawn' : given;
		return image === 'drawn' ? (this.drawn ??= draw()) : (image ?? undefined);
	}
}
