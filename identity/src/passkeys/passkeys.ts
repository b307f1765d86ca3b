import type { AccountPage, AccountRequest, Handled } from '../account-page.ts';
import { deviceOf } from '../device.ts';
import type { IdentityStore } from '../identity-store.ts';
import type { Log } from '../log.ts';
import type { Html } from '../pages/html.ts';
import { EMPTY_FORM, type FormState } from '../pages/pages.ts';
import { choiceOf } from '../recovery/recovery-rules.ts';
import { recoveryCodesPage } from '../second-factor/second-factor-pages.ts';
import { secondFactorTexts } from '../second-factor/second-factor-texts.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { InteractionRequest, Outcome, SignInPart, SignInWay } from '../sign-in-parts.ts';
import { type Ceremonies, MAX_PASSKEYS } from './ceremonies.ts';
import { PASSKEY_NAME_MAX_LENGTH, passkeyForm, passkeyNameField, passkeyPage, passkeysPage } from './passkey-pages.ts';
import { passkeyTexts } from './passkey-texts.ts';
import type { PasskeysStore } from './passkeys-store.ts';

const WAY = 'passkey';
const PATH = 'passkeys';
const EDIT = 'passkeys/edit';

export interface PasskeysOptions {
  store: PasskeysStore;
  accounts: Pick<IdentityStore['accounts'], 'findById'>;
  ceremonies: Ceremonies;
  factors: SecondFactors;
  /** Address of the browser script. */
  script: string;
  log: Log;
}

/** A passkey as the second step after a password. */
export interface PasskeyStep {
  offer(request: InteractionRequest, accountId: string): Promise<{ content: Html; script: string }>;
  prove(
    request: InteractionRequest,
    accountId: string,
    form: URLSearchParams,
  ): Promise<{ amr: readonly string[] } | { again: FormState }>;
}

/** Log-in with a passkey alone, log-in with one after the password, and the owner's page of them. */
export function passkeys(options: PasskeysOptions): SignInPart & { step: PasskeyStep } {
  const { store, accounts, ceremonies, factors, script, log } = options;
  const answerIn = (form: URLSearchParams) => form.get('passkey') ?? '';
  const placeOf = ({ uid }: InteractionRequest, use: string) => `${use} ${uid}`;
  const placeOfSession = ({ session }: AccountRequest) => `add ${session.uid}`;

  const way: SignInWay = {
    name: WAY,
    async offer(request) {
      const content = passkeyForm({
        action: request.at(WAY),
        kind: 'get',
        options: await ceremonies.requestOptions(null, placeOf(request, 'log in')),
        button: passkeyTexts.logIn,
        primary: false,
        // Not after a refused attempt.
        suggest: request.req.url?.includes('?again') !== true,
      });
      return { content, script };
    },
    async handle(request, form): Promise<Outcome> {
      const proof = await ceremonies.prove(null, answerIn(form), placeOf(request, 'log in'));
      if ('refused' in proof) return refused(request, proof.refused);
      const account = await accounts.findById(proof.passkey.accountId);
      if (account === null) return refused(request, 'no account');
      // A recent passkey does not log in before the owner has answered whether to keep it.
      const { recoveringSince } = account;
      const added = { kind: 'passkey' as const, addedAt: proof.passkey.createdAt };
      if (recoveringSince !== null && choiceOf(added, recoveringSince) === 'recent')
        return refused(request, 'held back until the owner has chosen what to keep');
      return { account, amr: proof.amr };
    },
  };

  const step: PasskeyStep = {
    async offer(request, accountId) {
      const content = passkeyForm({
        action: request.at('second-factor'),
        kind: 'get',
        options: await ceremonies.requestOptions(accountId, placeOf(request, 'second step')),
        button: passkeyTexts.use,
        // Beside an app's code the passkey is the secondary option.
        primary: (await factors.factorsOf(accountId)).totpSince === null,
      });
      return { content, script };
    },
    async prove(request, accountId, form) {
      const proof = await ceremonies.prove(accountId, answerIn(form), placeOf(request, 'second step'));
      return 'refused' in proof ? refused(request, proof.refused) : { amr: proof.amr };
    },
  };

  const list: AccountPage = {
    path: PATH,
    recent: true,
    async show(request, state) {
      const { account, brand, at, req } = request;
      const known = await store.ofAccount(account.accountId);
      const form =
        known.length >= MAX_PASSKEYS
          ? 'full'
          : passkeyForm({
              action: at(PATH),
              kind: 'create',
              options: await ceremonies.creationOptions(
                account,
                `${brand.tenant.name} Academy`,
                placeOfSession(request),
              ),
              button: passkeyTexts.add,
              primary: true,
              fields: passkeyNameField(
                state.values.name ?? deviceOf(req.headers['user-agent'] ?? ''),
                state.errors.name,
              ),
            });
      return { title: passkeyTexts.title, content: passkeysPage(known, form, linksOf(at), state), script };
    },
    handle: add,
    said: () => ({
      'passkey-added': passkeyTexts.saidAdded,
      'passkey-renamed': passkeyTexts.saidRenamed,
      'passkey-removed': passkeyTexts.saidRemoved,
    }),
    async entry({ account }) {
      const count = await store.count(account.accountId);
      return { title: passkeyTexts.title, text: passkeyTexts.count({ count }) };
    },
  };

  async function add(request: AccountRequest, form: URLSearchParams): Promise<Handled> {
    const { account, brand, at, context } = request;
    const name = nameIn(form);
    if ('error' in name) return again(name.typed, name.error);
    const result = await ceremonies.register(account, name.given, answerIn(form), placeOfSession(request));
    if ('refused' in result) {
      log.info({ correlationId: context.correlationId, reason: result.refused }, 'a passkey was not added');
      return again(name.given, undefined, passkeyTexts.notAdded);
    }
    await factors.tell(account, brand.tenant.tenantId, passkeyTexts.mailAdded({ name: name.given }));
    const codes = await factors.recoveryCodesIfNone(account.accountId);
    if (codes === null) return { to: PATH, said: 'passkey-added' };
    const content = recoveryCodesPage(codes, passkeyTexts.saidAdded, at(PATH));
    return { once: { title: secondFactorTexts.recoveryCodes, content } };
  }

  const edit: AccountPage = {
    path: EDIT,
    recent: true,
    async show({ account, at, req }, state) {
      const wanted = state.values.credential ?? new URL(req.url ?? '', 'http://here').searchParams.get('credential');
      const known = await store.ofAccount(account.accountId);
      const passkey = known.find(({ credentialId }) => credentialId === wanted);
      // Removed meanwhile.
      if (passkey === undefined)
        return { title: passkeyTexts.title, content: passkeysPage(known, null, linksOf(at), EMPTY_FORM) };
      const last = known.length === 1 && (await factors.factorsOf(account.accountId)).totpSince === null;
      return { title: passkey.name, content: passkeyPage(passkey, last, at(EDIT), at(PATH), state) };
    },
    async handle({ account, brand }, form) {
      const credential = form.get('credential') ?? '';
      const { accountId } = account;
      const { tenantId } = brand.tenant;
      if (form.get('do') === 'remove') {
        const passkey = (await store.ofAccount(accountId)).find(({ credentialId }) => credentialId === credential);
        if (passkey === undefined || !(await store.remove(accountId, credential))) return { to: PATH };
        await factors.dropRecoveryCodesIfUseless(accountId);
        await factors.tell(account, tenantId, passkeyTexts.mailRemoved({ name: passkey.name }));
        return { to: PATH, said: 'passkey-removed' };
      }
      const name = nameIn(form);
      if ('error' in name) return { again: { values: { credential, name: name.typed }, errors: { name: name.error } } };
      return (await store.rename(accountId, credential, name.given))
        ? { to: PATH, said: 'passkey-renamed' }
        : { to: PATH };
    },
  };

  function refused({ context }: InteractionRequest, reason: string): { again: FormState } {
    log.info({ correlationId: context.correlationId, reason }, 'a passkey was refused');
    return { again: { ...EMPTY_FORM, problem: passkeyTexts.refused } };
  }

  return { ways: [way], pages: [list, edit], step };
}

function linksOf(at: AccountRequest['at']) {
  const edit = (credentialId: string) => `${at(EDIT)}?credential=${encodeURIComponent(credentialId)}`;
  return { edit, overview: at('') };
}

function again(name: string, error: string | undefined, problem?: string): { again: FormState } {
  return {
    again: {
      values: { name },
      errors: error === undefined ? {} : { name: error },
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

/** One line without control characters that reverse text. */
function nameIn(form: URLSearchParams): { given: string } | { typed: string; error: string } {
  const typed = (form.get('name') ?? '').trim().slice(0, 200);
  if (typed === '') return { typed, error: passkeyTexts.nameMissing };
  if ([...typed].length > PASSKEY_NAME_MAX_LENGTH)
    return { typed, error: passkeyTexts.nameLong({ max: PASSKEY_NAME_MAX_LENGTH }) };
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069<>]/u.test(typed))
    return { typed, error: passkeyTexts.nameLetters };
  return { given: typed };
}
