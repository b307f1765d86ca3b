import type { AccountPage, AccountRequest, Handled } from '../account-page.ts';
import type { DevicesStore } from '../accounts-store.ts';
import type { BrowserCookies } from '../browser-cookies.ts';
import type { IdentityStore } from '../identity-store.ts';
import { EMPTY_FORM, type FormState } from '../pages/pages.ts';
import type { PasskeyStep } from '../passkeys/passkeys.ts';
import { PasswordsBusyError } from '../passwords.ts';
import type { Sealer } from '../sealing.ts';
import type { SignInPart, SignInStep } from '../sign-in-parts.ts';
import { waitInMinutes } from '../throttle.ts';
import { enrolments } from './enrolments.ts';
import {
  addTotpPage,
  recoveryCodesPage,
  removeTotpPage,
  renewRecoveryCodesPage,
  secondFactorPage,
  secondFactorStatusPage,
} from './second-factor-pages.ts';
import { secondFactorTexts } from './second-factor-texts.ts';
import type { SecondFactors } from './second-factors.ts';

const PATH = 'second-factor';

export interface SecondFactorOptions {
  factors: SecondFactors;
  artifacts: IdentityStore['artifacts'];
  devices: Pick<DevicesStore, 'known'>;
  cookies: Pick<BrowserCookies, 'device'>;
  passkeys: PasskeyStep;
  sealer: Sealer;
  now: () => number;
}

/** Two-step log-in: the page after the password, and its pages in the account area. */
export function secondFactor(options: SecondFactorOptions): SignInPart {
  const { factors, devices, cookies, passkeys, sealer, now } = options;
  const shown = enrolments(options.artifacts, sealer, now);

  const step: SignInStep = {
    name: PATH,
    // A passkey proves two factors at once: nothing more is required.
    needed: async ({ account, amr, byDirectory }) =>
      byDirectory !== true && !amr.includes('mfa') && factors.needed(account.accountId),
    async show(request, { account }, state) {
      const has = await factors.factorsOf(account.accountId);
      const passkey = has.passkeys === 0 ? null : await passkeys.offer(request, account.accountId);
      return {
        title: secondFactorTexts.confirmTitle,
        content: secondFactorPage(account, has, passkey?.content ?? null, request.at(PATH), state),
        ...(passkey === null ? {} : { script: passkey.script }),
      };
    },
    async handle(request, { account }, form) {
      if (form.has('passkey')) {
        const outcome = await passkeys.prove(request, account.accountId, form);
        return 'again' in outcome ? outcome : { amr: outcome.amr };
      }
      const typed = (form.get('code') ?? '').slice(0, 100);
      if (typed.trim() === '') return wrong(secondFactorTexts.codeMissing);
      const device = cookies.device(request.req);
      const known = device !== null && (await devices.known(account.accountId, device)) ? device : null;
      const result = await busyAware(() => factors.check(account, request.brand.tenant.tenantId, typed, known));
      if ('again' in result) return result;
      if ('wait' in result) return problem(secondFactorTexts.tooMany({ minutes: waitInMinutes(result.wait) }));
      if ('wrong' in result) return wrong(secondFactorTexts.codeWrong);
      return { amr: result.right === 'totp' ? ['otp', 'mfa'] : ['mfa'] };
    },
  };

  const main: AccountPage = {
    path: PATH,
    recent: true,
    async show({ brand, account, session, at }, state) {
      const has = await factors.factorsOf(account.accountId);
      if (has.totpSince === null && has.passkeys === 0) {
        const secret = await shown.begin(session.uid);
        return {
          title: secondFactorTexts.setUpTitle,
          content: addTotpPage(brand, account, secret, { action: at(PATH), overview: at('') }, state),
        };
      }
      const links = {
        add: has.totpSince === null ? at(`${PATH}/add`) : null,
        remove: has.totpSince === null ? null : at(`${PATH}/remove`),
        codes: at(`${PATH}/recovery-codes`),
        overview: at(''),
      };
      return { title: secondFactorTexts.title, content: secondFactorStatusPage(has, links) };
    },
    handle: addTotp,
    said: () => ({
      'totp-added': secondFactorTexts.appAdded,
      'totp-removed': secondFactorTexts.appRemoved,
      'totp-there': secondFactorTexts.appThere,
    }),
    async entry({ account }) {
      const has = await factors.factorsOf(account.accountId);
      const text =
        has.totpSince === null
          ? has.passkeys > 0
            ? secondFactorTexts.onWithPasskey
            : secondFactorTexts.off
          : secondFactorTexts.onWithApp({ count: has.recoveryCodes });
      return { title: secondFactorTexts.title, text };
    },
  };

  /** The same for a person who has a passkey and wants an app as well. */
  const add: AccountPage = {
    path: `${PATH}/add`,
    recent: true,
    async show({ brand, account, session, at }, state) {
      const secret = await shown.begin(session.uid);
      return {
        title: secondFactorTexts.setUpTitle,
        content: addTotpPage(brand, account, secret, { action: at(`${PATH}/add`), overview: at('') }, state),
      };
    },
    handle: addTotp,
  };

  async function addTotp(request: AccountRequest, form: URLSearchParams): Promise<Handled> {
    const { account, brand, session, at } = request;
    const secret = await shown.secretOf(session.uid);
    if (secret === null) return problem(secondFactorTexts.pictureOld);
    const done = await busyAware(() =>
      factors.addTotp(account, brand.tenant.tenantId, secret, (form.get('code') ?? '').slice(0, 100)),
    );
    if (done === 'wrong') return wrong(secondFactorTexts.firstCodeWrong);
    if (done !== 'there-already' && 'again' in done) return done;
    await shown.forget(session.uid);
    if (done === 'there-already') return { to: PATH, said: 'totp-there' };
    if (done.recoveryCodes === null) return { to: PATH, said: 'totp-added' };
    const said = secondFactorTexts.turnedOn;
    return {
      once: { title: secondFactorTexts.recoveryCodes, content: recoveryCodesPage(done.recoveryCodes, said, at(PATH)) },
    };
  }

  const remove: AccountPage = {
    path: `${PATH}/remove`,
    recent: true,
    async show({ account, at }) {
      const has = await factors.factorsOf(account.accountId);
      return {
        title: secondFactorTexts.removeApp,
        content: removeTotpPage(has, at(`${PATH}/remove`), at(PATH)),
      };
    },
    async handle({ account, brand }) {
      await factors.removeTotp(account, brand.tenant.tenantId);
      return { to: '', said: 'totp-removed' };
    },
  };

  const renew: AccountPage = {
    path: `${PATH}/recovery-codes`,
    recent: true,
    show: async ({ at }) => ({
      title: secondFactorTexts.renew,
      content: renewRecoveryCodesPage(at(`${PATH}/recovery-codes`), at(PATH)),
    }),
    async handle({ account, brand, at }) {
      if (!(await factors.needed(account.accountId))) return { to: PATH };
      const codes = await busyAware(() => factors.renewRecoveryCodes(account, brand.tenant.tenantId));
      if ('again' in codes) return codes;
      const said = secondFactorTexts.earlierVoid;
      return { once: { title: secondFactorTexts.recoveryCodes, content: recoveryCodesPage(codes, said, at(PATH)) } };
    },
  };

  return { steps: [step], pages: [main, add, remove, renew] };
}

function wrong(error: string): { again: FormState } {
  return { again: { values: {}, errors: { code: error } } };
}

function problem(text: string): { again: FormState } {
  return { again: { ...EMPTY_FORM, problem: text } };
}

async function busyAware<T>(work: () => Promise<T>): Promise<T | { again: FormState }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusyError) return problem(secondFactorTexts.busy);
    throw error;
  }
}
