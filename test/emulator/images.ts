import { encode } from 'jpeg-js';
import type { BizCardRecord } from './records';

export type CardSide = 'front' | 'back';

/** Blank paper: a Japanese business card is 91 mm by 55 mm; two pixels a millimetre. */
function draw(): Buffer {
	const [width, height] = [182, 110];
	return Buffer.from(encode({ width, height, data: Buffer.alloc(width * height * 4, 0xf4) }, 80).data);
}

/** The cards' images: JPEGs that were set, and for every other card that was scanned a drawn front. */
export class CardImages {
	private readonly given = new Map<string, Buffer | null>();
	private drawn: Buffer | undefined;

	set(cardId: string, side: CardSide, image: Buffer | null): void {
		this.given.set(`${cardId} ${side}`, image);
	}

	/** The JPEG of one side, or undefined when there is none. */
	read(card: BizCardRecord, side: CardSide): Buffer | undefined {
		const given = this.given.get(`${card.id} ${side}`);
		const isDrawn = given === undefined && side === 'front' && !card.isUserCreated;
		return isDrawn ? (this.drawn ??= draw()) : (given ?? undefined);
	}
}
