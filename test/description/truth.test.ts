import type { INodeProperties } from 'n8n-workflow';
import { BusinessCardDataApi } from '../../credentials/BusinessCardDataApi.credentials';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { TRIGGER_PROPERTIES } from '../../nodes/BusinessCardDataTrigger/properties';
import { pageNames, readPage } from '../../tools/pages/operationPages';
import { allFields } from '../../tools/panel';
import { pageText } from './markdown';
import { sourceNumber } from './sourceNumbers';

/** Numbers and defaults in the documentation are those of the sources. */

const grouped = (value: number) => value.toLocaleString('en-US');
const megabytes = (bytes: number) => bytes / 1024 ** 2;

const PACE = 'shared/limiter/pace.ts';
const CLIENT = 'shared/http/client.ts';
const RETRY_AFTER = 'shared/http/retryAfter.ts';
const IMAGES = 'shared/cards/imageRules.ts';
const POLL = 'BusinessCardDataTrigger/poll.ts';
const RUN = 'BusinessCardDataTrigger/watermark/run.ts';
const SEEN = 'BusinessCardDataTrigger/watermark/seenWindow.ts';

const callsPerSecond = sourceNumber('shared/api/versions.ts', 'CALLS_PER_SECOND');
const pageSize = sourceNumber('shared/api/versions.ts', 'PAGE_SIZE');
const mostItems = grouped(sourceNumber('BusinessCardData/execution/mostItems.ts', 'MAX_ITEMS'));
const slowest = sourceNumber(PACE, 'SLOWEST_PER_SECOND');
const slowDown = sourceNumber(PACE, 'SLOW_DOWN');
const attempts = sourceNumber(CLIENT, 'READ_ATTEMPTS');
const backoff = sourceNumber(CLIENT, 'FIRST_BACKOFF_MS') / 1_000;
const imageBytes = sourceNumber(IMAGES, 'MAX_IMAGE_BYTES');
const languages = sourceNumber(IMAGES, 'MAX_IMAGE_LANGUAGES');
const filterLength = sourceNumber('shared/api/parameters.ts', 'MAX_QUERY_CHARACTERS');
const fieldLength = sourceNumber('shared/values/textValue.ts', 'MAX_SHORT_TEXT');
const idLength = sourceNumber('shared/values/textValue.ts', 'MAX_ID_CHARACTERS');

/** Seconds until the pace that refusals have left is the usual one again. */
function secondsToRecover(from: number): number {
	return Math.sqrt((callsPerSecond - from) / sourceNumber(PACE, 'RECOVERY_PER_SECOND_SQUARED'));
}

const percentLess = Math.round((1 - slowDown) * 100);
const recoversOne = Math.ceil(secondsToRecover(callsPerSecond * slowDown) / 10) * 10;
const recoversAll = Math.ceil(secondsToRecover(slowest));
const longestPause = sourceNumber(RETRY_AFTER, 'MAX_PAUSE_MS') / 60_000;
const unnamedPause = sourceNumber(RETRY_AFTER, 'UNNAMED_PAUSE_MS') / 1_000;
const longestRefusal = sourceNumber(CLIENT, 'MAX_REFUSAL_MS') / 60_000;
const longerPause = sourceNumber(PACE, 'LONGER_PAUSE_MS');
const outlived = sourceNumber('shared/limiter/shares.ts', 'OUTLIVED_MS') / 60_000;
const testRecords = sourceNumber('BusinessCardDataTrigger/testEvent.ts', 'TEST_RECORDS');
const defaultOverlap = sourceNumber('BusinessCardDataTrigger/settings.ts', 'DEFAULT_OVERLAP');
const defaultRecords = sourceNumber('BusinessCardDataTrigger/settings.ts', 'DEFAULT_MAX_RECORDS');
const operations = RESOURCES.flatMap((resource) => resource.operations).length;

const NUMBER_WORDS: Readonly<Record<number, string>> = { 1: 'one', 2: 'two', 5: 'five', 10: 'ten' };

/** What a page says, with the numbers of the sources. */
const SAID: ReadonlyArray<readonly [page: string, says: string]> = [
	['README.md', `${callsPerSecond} per second for each key`],
	['README.md', `${pageSize} per page, so at most ${grouped(pageSize * callsPerSecond)} per second`],
	['README.md', `at most ${mostItems} records for one input item`],
	['README.md', `JPEG, at most ${megabytes(imageBytes)} MB`],
	['docs/rate-limits.md', `${callsPerSecond} per second for each API key`],
	['docs/rate-limits.md', `records per page | ${pageSize} |`],
	['docs/rate-limits.md', `at most ${grouped(pageSize * callsPerSecond)} records per second in lists, and ${callsPerSecond * 60} single cards per minute`],
	['docs/rate-limits.md', `at most ${longestPause} minutes, and ${unnamedPause} second when it says nothing`],
	['docs/rate-limits.md', `slows down by ${percentLess} % for each refusal`],
	['docs/rate-limits.md', `never below ${NUMBER_WORDS[slowest]} call per second`],
	['docs/rate-limits.md', `within ${recoversOne} seconds after a single refusal, within ${recoversAll} seconds from the slowest pace`],
	['docs/rate-limits.md', `repeats it for up to ${longestRefusal} minutes`],
	['docs/rate-limits.md', `up to ${attempts} attempts, after ${backoff}, ${backoff * 2} and ${backoff * 4} seconds`],
	['docs/rate-limits.md', `takes effect ${NUMBER_WORDS[outlived]} minute after the last call`],
	['docs/troubleshooting.md', `tried ${attempts} times (reads) or once (writes)`],
	['docs/troubleshooting.md', `a filter may have ${filterLength} characters, the name of a field ${grouped(fieldLength)}`],
	['docs/troubleshooting.md', `an ID has at most ${idLength} characters`],
	['docs/troubleshooting.md', `The list has more than ${mostItems} records`],
	['docs/trigger.md', `up to ${NUMBER_WORDS[testRecords]} of the most recent real records`],
	['docs/trigger.md', `A poll ends after ${sourceNumber(POLL, 'POLL_MS') / 1_000} seconds`],
	['docs/trigger.md', `fit on a page of ${pageSize}. With more, it makes up to ${sourceNumber(RUN, 'QUIET_PAGES')} calls`],
	['docs/trigger.md', `an ${sourceNumber(SEEN, 'KEY_LENGTH')}-character fingerprint of each record`],
	['docs/trigger.md', `${sourceNumber(SEEN, 'PRINT_LENGTH')} characters for each content`],
	['docs/trigger.md', `the times of the last ${sourceNumber('BusinessCardDataTrigger/watermark/lowWatermark.ts', 'WITNESSES')} changes`],
	['docs/trigger.md', `at most ${NUMBER_WORDS[sourceNumber('BusinessCardDataTrigger/watermark/judge.ts', 'MAX_CONTENTS')]} times for one update time`],
	['docs/trigger.md', `${defaultRecords} by default, at least 1`],
	['docs/trigger.md', `${defaultOverlap} by default, 0 or more`],
	['docs/cards-into-your-crm.md', `Up to ${NUMBER_WORDS[testRecords]} recent cards`],
	['docs/digitize-photographs.md', `JPEG, at most ${megabytes(imageBytes)} MB`],
	['docs/digitize-photographs.md', `at most ${NUMBER_WORDS[languages]}`],
	['docs/how-to/backfill.md', `at most ${grouped(defaultRecords)} records per poll`],
	['docs/how-to/backfill.md', `More than ${mostItems} cards`],
	['docs/how-to/backfill.md', `up to ${pageSize} cards per call, and the service allows ${callsPerSecond} calls per second`],
	['docs/how-to/test-safely.md', `up to ${NUMBER_WORDS[testRecords]} of the most recent real records`],
	['docs/how-to/a-card-did-not-come.md', `*Overlap* (${defaultOverlap} seconds by default)`],
	['docs/operations/README.md', `each of the ${operations} operations`],
	['docs/operations/business-card-upload-image.md', `at most ${megabytes(imageBytes)} MB (${grouped(imageBytes)} bytes)`],
	['docs/operations/business-card-search.md', `at most ${filterLength} characters`],
	['docs/README.ja.md', `キーごとに 1 秒 ${callsPerSecond} 回`],
	['docs/README.ja.md', `1 ページ ${pageSize} 件、つまり毎秒最大 ${grouped(pageSize * callsPerSecond)} 件`],
	['docs/README.ja.md', `入力アイテム 1 件につき最大 ${mostItems} 件`],
	['docs/README.ja.md', `JPEG、最大 ${megabytes(imageBytes)} MB`],
	['docs/ja/cards-into-your-crm.md', `最近の名刺が最大 ${testRecords} 枚`],
	['docs/ja/digitize-photographs.md', `JPEG、最大 ${megabytes(imageBytes)} MB`],
	['docs/ja/digitize-photographs.md', `言語を最大 ${languages} つ`],
	['docs/ja/trigger.md', `直近 ${sourceNumber('BusinessCardDataTrigger/watermark/lowWatermark.ts', 'WITNESSES')} 件の変更`],
	['docs/ja/trigger.md', `更新時刻につき ${sourceNumber('BusinessCardDataTrigger/watermark/judge.ts', 'MAX_CONTENTS')} 回まで`],
	['docs/ja/trigger.md', `最近のレコードを、最大 ${testRecords} 件`],
	['docs/ja/trigger.md', `1 ページ（${pageSize} 件）に収まる限り 1 回です。収まらないときは最大 ${sourceNumber(RUN, 'QUIET_PAGES')} 回`],
	['docs/ja/trigger.md', `ポーリングは ${sourceNumber(POLL, 'POLL_MS') / 1_000} 秒`],
	['docs/ja/trigger.md', `${sourceNumber(SEEN, 'KEY_LENGTH')} 文字のフィンガープリント、内容ごとに ${sourceNumber(SEEN, 'PRINT_LENGTH')} 文字`],
	['docs/ja/troubleshooting.md', `読み取りを ${attempts} 回、書き込みを 1 回試しました`],
	['docs/ja/troubleshooting.md', `フィルターは ${filterLength} 文字、項目の名前は ${grouped(fieldLength)} 文字まで`],
	['docs/internals/decisions.md', `slows the queue down by ${percentLess} %`],
	['docs/internals/decisions.md', `up to ${longerPause} ms longer than asked`],
	['docs/internals/decisions.md', `waited out for ${longestRefusal} minutes in all, for ${longestPause} minutes on one word`],
];

test.each(SAID)('%s says "%s"', (page, says) => {
	expect(pageText(page).replace(/\s+/g, ' ')).toContain(says);
});

interface Documented {
	readonly page: string;
	readonly text: string;
	readonly fields: readonly INodeProperties[];
}

const OPERATIONS = new Map<unknown, readonly INodeProperties[]>(
	RESOURCES.flatMap(({ operations: all }) => all.map(({ endpoint, fields }) => [endpoint, allFields(fields)] as const)),
);

const PAGES: readonly Documented[] = [
	...pageNames().map((name) => {
		const { text, parameters } = readPage(name);
		return { page: name, text, fields: OPERATIONS.get(`${String(parameters.resource)}.${String(parameters.operation)}`) ?? [] };
	}),
	{ page: 'trigger', text: pageText('docs/trigger.md'), fields: allFields(TRIGGER_PROPERTIES) },
	{ page: 'trigger in Japanese', text: pageText('docs/ja/trigger.md'), fields: allFields(TRIGGER_PROPERTIES) },
	{ page: 'credential', text: pageText('docs/credential.md'), fields: allFields(new BusinessCardDataApi().properties) },
];

const SWITCHES: Readonly<Record<string, boolean>> = { on: true, off: false };

/** The defaults that the rows of parameters name, beside those of the panel. */
const DEFAULTS = PAGES.flatMap(({ page, text, fields }) =>
	[...text.matchAll(/^\| [^|]+ \| ((?:`\w+`(?:, )?)+) \|(.*)\|$/gm)].flatMap(([, names = '', rule = '']) => {
		const [, before, marked, after] = /`?([^\s`]+)`? by default|`([^`]+)`(?: \(default\)|（既定値）)|既定値は `?([^\s`、]+)`?/.exec(rule) ?? [];
		const said = before ?? marked ?? after;
		if (said === undefined) return [];
		return names.split(', ').map((name) => {
			const field = fields.find((each) => each.name === name.slice(1, -1));
			return { page, name: name.slice(1, -1), said, field };
		});
	}),
);

test('the pages name defaults at all', () => {
	expect(DEFAULTS.length).toBeGreaterThan(30);
});

test.each(DEFAULTS)('$page: $name is $said by default', ({ said, field }) => {
	const value: unknown = Array.isArray(field?.default) ? field.default[0] : field?.default;
	expect(String(value)).toBe(String(SWITCHES[said] ?? said));
});
