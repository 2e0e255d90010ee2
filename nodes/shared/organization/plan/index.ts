/** What makes the organization in the service what a directory says, as a pure function. */
export { planOrganization } from './plan';
export type * from './types';
