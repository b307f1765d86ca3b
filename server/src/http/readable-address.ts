import { API_BASE_PATH } from '@academy/contract/constants';

/**
 * The address of a request with valid percent encodings. The router answers 400 to a broken encoding, but for a reader
 * such an address simply does not exist: broken characters are taken literally. API clients still get the error.
 */
export function readableAddress(url: string): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  if (!path.includes('%') || path.startsWith(API_BASE_PATH)) return url;
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
