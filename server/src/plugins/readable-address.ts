import { API_BASE_PATH } from '@academy/contract/constants';

/**
 * The address of a request with percent encodings that can be read: the router refuses any other as a bad request, while
 * to a reader it is an address without anything behind it. Signs of a broken encoding stand for themselves. Programs that
 * call the API are told.
 */
export function readableAddress(url: string): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  if (path.startsWith(API_BASE_PATH)) return url;
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
