/**
 * What both nodes and the credential stand on, without any of n8n's interface in it. It is built into one file that
 * all of them load: one process has one limiter, whichever node makes the call.
 */
export * from './authentication';
export * from './cardRules';
export { describeType, formatCount, quote } from './characters';
export * from './client';
export * from './clock';
export * from './credentials';
export * from './csvColumns';
export { CsvFormatError } from './csvText';
export * from './dateTime';
export { keptFromProxies } from './destination';
export * from './errors';
export * from './finding';
export * from './fingerprint';
export * from './imageRules';
export * from './importStatus';
export { JpegInspector } from './jpeg';
export * from './json';
export * from './limiter';
export * from './masking';
export { fetchPage, PageRefused } from './listPage';
export type { EndableListService, ListPage, ListService } from './listPage';
export { credentialFaultIn } from './networkFailure';
export * from './orError';
export * from './organizationCsv';
export * from './organizationFields';
export * from './organizationRecords';
export * from './organizationValues';
export { CALLS_PER_SECOND } from './pace';
export { readRecords } from './paging';
export * from './parameters';
export * from './retryAfter';
export { readTerm } from './sliceReading';
export * from './tags';
export { directionByUpdate } from './term';
export * from './updateOrder';
export * from './versions';
