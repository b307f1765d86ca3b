import { type ComponentProps, use, useMemo } from 'react';
import { trustedHtml } from './trusted.ts';

interface HtmlProps extends Omit<ComponentProps<'div'>, 'children' | 'ref'> {
  html: string;
  /** A heading where the HTML is inline. */
  as?: 'div' | 'h2';
}

/**
 * HTML of the academy's content. The server has cleaned it when it was written; what arrives at run time is cleaned once
 * more here. What the server rendered into the page is not inserted again. It runs in the direction of
 * its script.
 */
export function Html({ html, as: Tag = 'div', ...rest }: HtmlProps) {
  const given = trustedHtml(html);
  const clean = given instanceof Promise ? use(given) : given;
  // One object per text: a new object would make React insert the HTML again and lose the state of its elements.
  const inner = useMemo(() => ({ __html: clean }), [clean]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place, behind the Trusted Types policy
  return <Tag dir="auto" {...rest} dangerouslySetInnerHTML={inner} />;
}
