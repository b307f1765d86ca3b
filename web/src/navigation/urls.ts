/**
 * Every link of the product: `urls.course(slug)`. No screen writes an address by hand. A namespace rather than an object,
 * so that a page carries only the links it shows.
 */
export * as urls from './url-list.ts';
