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

/** Areas that show all of their parts; the others end with the last line that is whole. */
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

/** The style of the page while a picture is taken. Behind round corners something else would show. */
export const STYLE = `${BESIDE_THE_POINT} { display: none !important; } [data-test-id="editCredential-modal"] { border-radius: 0 !important; }`;

/** Air around a workflow, and below the last line of a panel. */
const MARGIN = 16;

/** What the frame of a field has around the text in it. */
const FIELD_FRAME = 5;

export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

interface Extent {
	readonly top: number;
	readonly bottom: number;
}

/** Looks in the page for the rectangle around some parts, and for the lines of text and fields in it. */
const MEASURE = `(selectors) => {
	const parts = selectors.flatMap((selector) => Array.from(document.querySelectorAll(selector)));
	const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
	const left = Math.min(...boxes.map((box) => box.left));
	const top = Math.min(...boxes.map((box) => box.top));
	const right = Math.max(...boxes.map((box) => box.right));
	const bottom = Math.max(...boxes.map((box) => box.bottom));
	const isLine = (element) => element.childElementCount === 0 && (element.matches('input, textarea') || element.textContent.trim() !== '');
	const lines = parts.flatMap((part) => Array.from(part.querySelectorAll('*'))).filter((element) => isLine(element) && element.checkVisibility({ visibilityProperty: true })).map((element) => element.getBoundingClientRect())
		.filter((line) => line.height > 0 && line.left >= left && line.right <= right + 1 && line.top >= top && line.top < bottom)
		.map((line) => ({ top: line.top, bottom: line.bottom }));
	return { left, top, right, bottom, lines };
}`;

interface Measured extends Extent {
	readonly left: number;
	readonly right: number;
	readonly lines: readonly Extent[];
}

/**
 * Where a picture ends: below the last line that is whole, and above the first that is not.
 * @param bottom where the area ends
 * @param lines what is in it, and what begins in it and ends below
 * @returns `undefined` when no height cuts nothing: two columns may have no gap in common
 */
function lastWholeLine(bottom: number, lines: readonly Extent[]): number | undefined {
	const cut = lines.filter((line) => line.bottom + FIELD_FRAME > bottom && line.top - FIELD_FRAME < bottom);
	if (cut.length > 0) return lastWholeLine(Math.min(...cut.map(({ top }) => top)) - FIELD_FRAME, lines);
	if (!lines.some((line) => line.bottom <= bottom)) return undefined;
	return Math.min(bottom, Math.max(...lines.filter((line) => line.bottom <= bottom).map((line) => line.bottom)) + MARGIN);
}

/** The rectangle that a picture of an area keeps. */
export async function frameOf(page: Page, area: Area): Promise<Box> {
	const { left, top, right, bottom, lines } = await page.evaluate<Measured>(`(${MEASURE})(${JSON.stringify(AREAS[area])})`);
	const air = area === 'canvas' ? MARGIN : 0;
	const end = TO_THEIR_END.has(area) ? bottom + air : (lastWholeLine(bottom, lines) ?? bottom);
	return { x: left - air, y: top - air, width: right - left + 2 * air, height: end - top + air };
}
