import { useAdminHref } from '../../navigation/admin-href.ts';

/** A link from a figure to the list behind it. */
export function ListLink({ href, children }: { href: string; children: string }) {
  const hrefOf = useAdminHref();
  return <a href={hrefOf(href)}>{children}</a>;
}
