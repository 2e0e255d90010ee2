/*
 * What both nodes and the credential stand on. It is built into one file that all of them load, so that one process has
 * one limiter, whichever node makes the call.
 */
export * from './cards/fields';
export * from './values/show';
export * from './values/readers';
export * from './api/records';
export * from './http/client';
export * from './base/clock';
export { misspellings } from './values/columnNames';
export * from './http/credential';
export { businessCardDataApiTest } from './http/credentialTest';
export type { Encoding } from './csv/encoding';
export * from './csv/file';
export * from './values/dateTime';
export { fieldProblems } from './fields/rules';
export * from './http/errors';
export * from './http/response';
export * from './base/fingerprint';
export * from './base/errors';
export * from './cards/jpeg';
export * from './base/json';
export * from './base/labels';
export * from './lists/page';
export * from './organization/plan/plan';
export * from './organization/csv';
export * from './organization/fields';
export * from './organization/items';
export { sameForm } from './organization/identity';
export { readRecords } from './lists/slice';
export { isAscending, step, termOf } from './lists/step';
export type { Position as ListPosition } from './lists/step';
export { readTimeRange } from './lists/readTimeRange';
export { directionByUpdate } from './lists/timeRange';
export * from './api/versions';
