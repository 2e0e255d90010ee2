/**
 * What both nodes and the credential stand on, without any of n8n's interface in it. It is built into one file that
 * all of them load: one process has one limiter, whichever node makes the call.
 */
export * from './client';
export * from './clock';
export * from './credentials';
export * from './dateTime';
export * from './errors';
export * from './fingerprint';
export * from './json';
export * from './limiter';
export * from './orError';
export * from './paging';
export * from './parameters';
export * from './retryAfter';
export * from './tags';
export * from './versions';
