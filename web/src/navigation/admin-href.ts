import { useLocation } from './location.tsx';

/** The address of a screen of the administration, for the academy that a query names. */
export function withAcademy(href: string, search: string): string {
  const named = new URLSearchParams(search).get('tenant');
  if (named === null) return href;
  return `${href}${href.includes('?') ? '&' : '?'}tenant=${encodeURIComponent(named)}`;
}

/** Makes addresses of the administration that keep the chosen academy. */
export function useAdminHref(): (href: string) => string {
  const { search } = useLocation();
  return (href) => withAcademy(href, search);
}
