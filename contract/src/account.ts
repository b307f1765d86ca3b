import * as v from 'valibot';
import { defineCall } from './call.ts';
import { EmailSchema } from './email.ts';
import { LANGUAGES, type Language } from './i18n/languages.ts';
import { inputTexts } from './rules/input-texts.ts';

/** First or last name: one line of letters, spaces and hyphens, without U+FFFD, which stands for a lost letter. */
export const PersonNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(80),
  v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd<>]*$/u, () => inputTexts.letters),
);

const LanguageSchema = v.picklist(Object.keys(LANGUAGES) as Language[]);

export const AccountSchema = v.object({
  userId: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  firstName: v.string(),
  lastName: v.string(),
  /** False with an external provider, which manages name, password and sessions. */
  managedHere: v.boolean(),
  /** Page for password, address and second factor; null when the settings name none. */
  securityUrl: v.nullable(v.string()),
  /** Language of pages and mails; null while none is chosen. */
  language: v.nullable(LanguageSchema),
});
export type Account = v.InferOutput<typeof AccountSchema>;

export const getAccount = defineCall({
  name: 'getAccount',
  method: 'GET',
  path: '/account/details',
  summary: "The signed-in person's own account.",
  who: 'user',
  reach: 'own',
  tenant: false,
  loader: false,
  reply: AccountSchema,
});

export const updateAccount = defineCall({
  name: 'updateAccount',
  method: 'PUT',
  path: '/account/details',
  summary: 'Changes the name of the signed-in person; 409 with an external provider.',
  who: 'user',
  reach: 'own',
  tenant: false,
  body: v.strictObject({ firstName: PersonNameSchema, lastName: PersonNameSchema }),
  reply: AccountSchema,
});

export const setLanguage = defineCall({
  name: 'setLanguage',
  method: 'PUT',
  path: '/account/language',
  summary: 'Chooses the language in which the signed-in person reads pages and gets mail.',
  who: 'user',
  reach: 'own',
  tenant: false,
  loader: false,
  body: v.strictObject({ language: LanguageSchema }),
  reply: AccountSchema,
});

export const AccountSessionSchema = v.object({
  sessionId: v.string(),
  /** True for the session that makes the call. */
  isCurrent: v.boolean(),
  /** Such as "Chrome on Android". */
  device: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.string(),
});
export type AccountSession = v.InferOutput<typeof AccountSessionSchema>;

export const listSessions = defineCall({
  name: 'listSessions',
  method: 'GET',
  path: '/account/sessions',
  summary: 'Browsers in which the person is signed in, newest use first; none with an external provider.',
  who: 'user',
  reach: 'own',
  tenant: false,
  viewable: false,
  loader: false,
  reply: v.object({ result: v.array(AccountSessionSchema) }),
});

export const endSessions = defineCall({
  name: 'endSessions',
  method: 'DELETE',
  path: '/account/sessions',
  summary:
    'Ends sessions of the signed-in person: those with the ids, or all of them ("sign out everywhere"), on every server at once.',
  who: 'user',
  reach: 'own',
  tenant: false,
  body: v.union([
    v.strictObject({ ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100)) }),
    v.strictObject({ everywhere: v.literal(true) }),
  ]),
  reply: v.object({ ended: v.number() }),
});

export const exportAccount = defineCall({
  name: 'exportAccount',
  method: 'GET',
  path: '/account/export',
  summary: 'Exports everything that the academy stores about the signed-in person.',
  who: 'user',
  reach: 'own',
  tenant: false,
  viewable: false,
  reply: v.object({
    exportedAt: v.string(),
    /** One list of records per kind: account, memberships, progress, favorites, tokens, sessions, audit ... */
    data: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))),
  }),
});

export const deleteAccount = defineCall({
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/account/details',
  summary: 'Deletes the person with everything that is stored about them; 409 for the last administrator.',
  who: 'user',
  reach: 'own',
  tenant: false,
  /** The caller's own sign-in address, typed to confirm. */
  body: v.strictObject({ email: EmailSchema }),
  reply: v.object({ deleted: v.boolean() }),
});
