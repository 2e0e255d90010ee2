import tseslint from 'typescript-eslint';
import { noCircle } from './noCircle.mjs';

/**
 * Rules for what ships: who may import whom, and what may happen around a wait. They stand beside n8n's own configuration,
 * which has to stay as n8n made it.
 */

/** The rooms of `nodes/shared`, and for each the rooms that it stands on. */
const ROOMS = {
	base: [],
	values: ['base'],
	api: ['base', 'values'],
	fields: ['base', 'values'],
	csv: ['base', 'values'],
	cards: ['base', 'values', 'fields'],
	organization: ['base', 'values', 'fields', 'csv'],
	limiter: ['base', 'api'],
	http: ['base', 'values', 'api', 'limiter'],
	lists: ['base', 'values', 'api', 'http'],
	panel: ['base', 'values', 'api', 'http', 'lists'],
};

const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

/* Both nodes come to `nodes/shared` by its one door, so that a process of n8n has one limiter. */
const PAST_THE_DOOR = { regex: '/shared/.+', message: 'Import nodes/shared by its folder alone.' };

function roomRule(room) {
	const others = Object.keys(ROOMS).filter((other) => other !== room && !ROOMS[room].includes(other));
	const message = `nodes/shared/${room} may import only ${ROOMS[room].join(', ') || 'from itself'}.`;

	return {
		files: [`nodes/shared/${room}/**/*.ts`],
		rules: forbid(
			{ regex: `^(?:\\.\\./)+(?:${others.join('|')})/`, message },
			{ regex: 'BusinessCardData', message: 'nodes/shared must not import from a node.' },
		),
	};
}

export default tseslint.config(
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
		plugins: { layers: { rules: { 'no-circle': noCircle } } },
		rules: {
			'layers/no-circle': 'error',
			// Nothing reads a shared object before a wait and writes it after: images got lost that way.
			'require-atomic-updates': 'error',
		},
	},
	{
		files: ['nodes/BusinessCardData/**/*.ts', 'credentials/**/*.ts'],
		rules: forbid(PAST_THE_DOOR, {
			regex: '/BusinessCardDataTrigger/',
			message: 'A node must not import from the other one. Put what both need into nodes/shared.',
		}),
	},
	{
		files: ['nodes/BusinessCardData/execution/**/*.ts'],
		plugins: { '@typescript-eslint': tseslint.plugin },
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '/resources(?:/|$)',
							allowTypeImports: true,
							message: 'The node hands its resources to the executor: only their types are imported.',
						},
					],
				},
			],
		},
	},
	{
		files: ['nodes/BusinessCardDataTrigger/**/*.ts'],
		rules: forbid(PAST_THE_DOOR, {
			regex: '/BusinessCardData/',
			message: 'A node must not import from the other one. Put what both need into nodes/shared.',
		}),
	},
	{
		files: ['nodes/BusinessCardDataTrigger/watermark/**/*.ts'],
		rules: forbid(
			{ regex: '^n8n-', message: 'The core of the trigger must not import from n8n.' },
			{
				regex: '^\\.\\./(?!\\.\\./shared$)',
				message: 'The core of the trigger must not import from above it, except nodes/shared.',
			},
		),
	},
	...Object.keys(ROOMS).map(roomRule),
);
