import type { Page } from 'playwright-core';

/** Which part of the page a picture keeps, and where it ends so that nothing is cut in two. */

/** What of the page a picture keeps: a workflow, a node's fields, its fields with output or with input, its output alone, a dialog, or the list of what can be added. */
export type Area = 'canvas' | 'parameters' | 'node' | 'mapping' | 'output' | 'dialog' | 'creator' | 'fields';

/** The parts of the page that an area spans. */
const AREAS: Readonly<Record<Area, readonly string[]>> = {
	canvas: ['.vue-flow__node'],
	parameters: ['[data-test-id="node-parameters"]'],
	node: ['[data-test-id="node-execute-button"]', '[data-test-id="node-parameters"]', '[data-test-id="output-panel"]'],
	mapping: ['[data-test-id="ndv-input-panel"]', '[data-test-id="node-parameters"]'],
	output: ['[data-test-id="output-panel"]'],
	dialog: ['[data-test-id="editCredential-modal"]'],
	creator: ['[data-test-id="node-creator"]'],
	/** The fields with what is opened over them. */
	fields: ['[data-test-id="node-parameters"]'],
};

/** Areas that show all of their parts; of the others, what does not fit as a whole is left out. */
const TO_THEIR_END: ReadonlySet<Area> = new Set(['canvas', 'fields']);

/** What stands beside or over what a picture shows: messages that come and go, handles, and n8n's own buttons. */
const BESIDE_THE_POINT = [
	'.el-notification',
	'[data-test-id="banner-stack"]',
	'[data-test-id="panel-drag-button"]',
	'[data-test-id="floating-nodes"]',
	'[class*="_featureRequest_"]',
	'[data-test-id="canvas-controls"]',
	'[data-test-id="execute-workflow-button"]',
].join(', ');

/** Marks what the lower edge of a picture would cut. */
const LEFT_OUT = 'data-left-out';

/** The style of the page while a picture is taken. Behind round corners something else would show, and the mark of n8n's keyboard looks like a remains. */
export const STYLE = `
	${BESIDE_THE_POINT} { display: none !important; }
	[${LEFT_OUT}], [${LEFT_OUT}] * { visibility: hidden !important; }
	[data-test-id="editCredential-modal"] { border-radius: 0 !important; }
	[data-test-id="node-creator"] *::before { border-left-color: transparent !important; }
`;

/** Air around a workflow, and below the last line of a panel. */
const MARGIN = 16;

/** As far from its end, a panel has round corners, behind which something else shows. */
const CORNER = 8;

/** Higher than a field with its label and its hint. What is higher may go on beyond a picture; what is in it may not be cut. */
const HIGHEST_FIELD = 120;

export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

interface Measured {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	/** Where the parts end, or their round corners begin. */
	readonly bottom: number;
	/** Where the last thing ends that is there as a whole. */
	readonly lastWhole: number;
}

/**
 * Looks in the page for the rectangle around some parts and, unless they are shown to their end, marks what its lower edge
 * would cut, which {@link STYLE} hides. Two columns seldom have a gap in common, so the picture cannot just end above what is cut.
 */
const MEASURE = `(selectors, toTheirEnd) => {
	const parts = selectors.flatMap((selector) => Array.from(document.querySelectorAll(selector)));
	const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
	const left = Math.min(...boxes.map((box) => box.left));
	const top = Math.min(...boxes.map((box) => box.top));
	const right = Math.max(...boxes.map((box) => box.right));
	const bottom = Math.max(...boxes.map((box) => box.bottom)) - (toTheirEnd ? 0 : ${CORNER});
	for (const element of document.querySelectorAll('[${LEFT_OUT}]')) element.removeAttribute('${LEFT_OUT}');
	if (toTheirEnd) return { left, top, right, bottom, lastWhole: bottom };
	const isSmall = (element, box) => box.height > 0 && (box.height <= ${HIGHEST_FIELD} || (element.childElementCount === 0 && element.textContent.trim() !== ''));
	const isThere = (element) => element.checkVisibility({ visibilityProperty: true });
	const inside = parts.flatMap((part) => Array.from(part.querySelectorAll('*')))
		.map((element) => ({ element, box: element.getBoundingClientRect() }))
		.filter(({ element, box }) => isSmall(element, box) && isThere(element) && box.left >= left && box.right <= right + 1 && box.top >= top && box.top < bottom);
	for (const { element, box } of inside) if (box.bottom > bottom) element.setAttribute('${LEFT_OUT}', '');
	const isSeen = (element) => element.matches('input, textarea, button, img, svg, .el-switch') || (element.childElementCount === 0 && element.textContent.trim() !== '');
	const whole = inside.filter(({ element, box }) => box.bottom <= bottom && isThere(element) && isSeen(element)).map(({ box }) => box.bottom);
	return { left, top, right, bottom, lastWhole: Math.max(top, ...whole) };
}`;

/** The rectangle that a picture of an area keeps, after what its edge would cut was hidden. */
export async function frameOf(page: Page, area: Area): Promise<Box> {
	const toTheirEnd = TO_THEIR_END.has(area);
	const { left, top, right, bottom, lastWhole } = await page.evaluate<Measured>(`(${MEASURE})(${JSON.stringify(AREAS[area])}, ${toTheirEnd})`);
	const air = area === 'canvas' ? MARGIN : 0;
	const end = toTheirEnd ? bottom + air : Math.min(bottom, lastWhole + MARGIN);
	return { x: left - air, y: top - air, width: right - left + 2 * air, height: end - top + air };
}
