import { type ComponentProps, use } from 'react';
import { trustedHtml } from './trusted.ts';

/**
 * HTML of the academy's content. The server has cleaned it when it was written; what arrives at run time is cleaned once
 * more here (security rule 19). What the server rendered into the page is not inserted again.
 */
export function Html({ html, ...rest }: { html: string } & Omit<ComponentProps<'div'>, 'children'>) {
  const clean = trustedHtml(html);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place, behind the Trusted Types policy
  return <div {...rest} dangerouslySetInnerHTML={{ __html: clean instanceof Promise ? use(clean) : clean }} />;
}
