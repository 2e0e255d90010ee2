/**
 * What both nodes and the credential stand on, without any of n8n's interface in it. It is built into one file that
 * all of them load: one process has one limiter, whichever node makes the call.
 */
export * from './blankValue';
export * from './cardRules';
export * from './client';
export * from './clock';
export * from './credentials';
export * from './csvColumns';
export * from './csvFile';
export { CsvFormatError } from './csvText';
export * from './dateTime';
export * from './errors';
export * from './finding';
export * from './fingerprint';
export * from './imageRules';
export * from './importStatus';
export * from './json';
export * from './limiter';
export { fetchPage, PageRefused } from './listPage';
export type { EndableListService, ListPage, ListService } from './listPage';
export * from './orError';
export * from './organization/plan';
export * from './organizationColumns';
export * from './organizationCompletion';
export * from './organizationCsv';
export * from './organizationFields';
export * from './organizationPresent';
export * from './organizationRecords';
export * from './organizationRows';
export * from './organizationValues';
export { CALLS_PER_SECOND } from './pace';
export { readRecords } from './paging';
export * from './parameters';
export * from './retryAfter';
export { readTerm } from './sliceReading';
export * from './shownValue';
export * from './switchValue';
export * from './tags';
export * from './timeSlices';
export { directionByUpdate } from './term';
export * from './textValue';
export * from './updateOrder';
export * from './versions';
export * from './wholeNumber';
