import { textOf } from '../../lib/plain-text.ts';

/** Elements that a label must not contain: controls, and scrollable elements, such as code. */
const INTERACTIVE = /<(a|audio|button|details|iframe|input|select|summary|textarea|video)\b|\stabindex=/i;

export const hasInteractive = (html: string): boolean => INTERACTIVE.test(html);

const CAPTION = /<figcaption\b[\s\S]*?<\/figcaption>/gi;
const PICTURE = /<img\b[^>]*?\balt="([^"]*)"[^>]*>/gi;
const INLINE = /<\/?(?:a|abbr|b|code|em|i|kbd|mark|s|span|strong|sub|sup)\b[^>]*>/gi;

/** The accessible name of an option: its text with its code, without the language and the copy button of code. */
export const optionName = (html: string): string =>
  textOf(html.replace(CAPTION, ' ').replace(PICTURE, ' $1 ').replace(INLINE, ''));
