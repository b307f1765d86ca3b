import { textOf } from '../../lib/plain-text.ts';

/** What may not stand in a label: things to press, and what takes the focus to be scrolled, as code does. */
const INTERACTIVE = /<(a|audio|button|details|iframe|input|select|summary|textarea|video)\b|\stabindex=/i;

export const hasInteractive = (html: string): boolean => INTERACTIVE.test(html);

const CAPTION = /<figcaption\b[\s\S]*?<\/figcaption>/gi;
const PICTURE = /<img\b[^>]*?\balt="([^"]*)"[^>]*>/gi;
const INLINE = /<\/?(?:a|abbr|b|code|em|i|kbd|mark|s|span|strong|sub|sup)\b[^>]*>/gi;

/** What an option says, its code included: the name of its box. The language and the copy button of code are no part of it. */
export const optionName = (html: string): string =>
  textOf(html.replace(CAPTION, ' ').replace(PICTURE, ' $1 ').replace(INLINE, ''));
