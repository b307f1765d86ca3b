import { splitLanguage } from '@academy/contract/i18n/address';

/** An entry is active when its address is contained in the path after its language; the root only on an exact match. */
export function isActiveEntry(href: string, requested: string): boolean {
  const { path } = splitLanguage(requested);
  const address = href.split(/[?#]/)[0] ?? href;
  if (href.includes('#')) return false;
  return address === '/' ? path === '/' : path.includes(address);
}
