import * as v from 'valibot';

/** One e-mail address, stored in lower case (decision 5). */
export const EmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.email('is not an e-mail address'),
);
