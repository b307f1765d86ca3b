/** An entry is active when its address is contained in the path; the root only on an exact match. */
export function isActiveEntry(href: string, path: string): boolean {
  const address = href.split(/[?#]/)[0] ?? href;
  if (href.includes('#')) return false;
  return address === '/' ? path === '/' : path.includes(address);
}
