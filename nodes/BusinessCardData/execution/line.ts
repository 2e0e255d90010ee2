interface Gate {
	readonly opened: Promise<void>;
	readonly open: () => void;
}

function gate(): Gate {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}

/** Lets so many through one after another, in their order, whenever each of them comes. */
export class Line {
	private readonly gates: Gate[];

	private readonly left = new Set<number>();

	private next = 0;

	constructor(private readonly count: number) {
		this.gates = Array.from({ length: count + 1 }, gate);
		this.gates[0]?.open();
	}

	/** Waits until all before this one have left. */
	async enter(place: number): Promise<void> {
		await this.gates[place]?.opened;
	}

	/** Lets the next one in, also for one that never entered; a second time it does nothing. */
	leave(place: number): void {
		this.left.add(place);
		while (this.left.has(this.next)) {
			this.next += 1;
			this.gates[this.next]?.open();
		}
	}

	/** Waits until all have left. */
	async end(): Promise<void> {
		await this.enter(this.count);
	}
}
