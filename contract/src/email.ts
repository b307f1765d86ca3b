import * as v from 'valibot';
import { TEXTS } from './texts.ts';

/** Words of letters, digits and the punctuation that mail servers allow, with single dots between. */
const LOCAL_PART = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/**
 * A host with a dot; its last part is no number. International names use the `xn--` form. A function rather than a
 * constant, so that bundlers can drop it from pages that do not use it.
 */
const isAddress = (value: string): boolean =>
  new RegExp(`^${LOCAL_PART}@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`).test(value);
const wrong = () => TEXTS.notEmail;

/**
 * One e-mail address. Spaces around it are dropped, full-width letters become plain ones, and it is stored in lower
 * case, so that each address has one spelling. Lists, display names and line ends are refused.
 */
export const EmailSchema = v.pipe(
  v.string(),
  v.maxLength(1_000, wrong),
  v.regex(/^\P{Cc}*$/u, wrong),
  v.transform((value) => value.normalize('NFKC').trim().toLowerCase()),
  v.maxLength(254),
  v.check((value) => value.indexOf('@') <= 64 && isAddress(value), wrong),
);
