/** What makes the organization in the service what a directory says, as a pure function. */
export { DEPARTMENT_PATH } from './columns';
export { planningSteps } from './plan';
export type { Steps } from './steps';
export type * from './types';
