/** Links of the administration: `adminUrls.person(userId)`. Readers' pages carry none of them. */
export * as adminUrls from './admin-url-list.ts';
