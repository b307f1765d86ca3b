import type { NotifyFormer, NotifyOwner } from './account-news.ts';
import type { AccountPage, AccountRequest, Handled } from './account-page.ts';
import type { AccountsStore, CodesStore } from './accounts-store.ts';
import type { Brand } from './brands.ts';
import type { SendMail } from './identity-mail.ts';
import { accountAreaTexts } from './pages/account-area-texts.ts';
import { changeEmailPage, changePasswordPage, newAddressPage } from './pages/account-pages.ts';
import { hashPassword, PASSWORD_MAX_LENGTH, PasswordsBusyError, passwordProblem, verifyPassword } from './passwords.ts';
import { digitsMatch, hashDigits, hashSecret, newDigits, newSecret } from './secrets.ts';
import { emailOf, emailProblem, typed } from './sign-in.ts';
import type { SignInPart } from './sign-in-parts.ts';
import { type Throttle, waitInMinutes } from './throttle.ts';

const CHANGE_LIFETIME_MS = 30 * 60_000;
const DIGITS_LIFETIME_MS = 10 * 60_000;
const UNDO_LIFETIME_MS = 7 * 24 * 60 * 60_000;

export interface OwnAccountOptions {
  accounts: AccountsStore;
  codes: CodesStore;
  throttle: Throttle;
  sendMail: SendMail;
  notifyOwner: NotifyOwner;
  notifyFormer: NotifyFormer;
  issuer: string;
  now: () => number;
  /** Words that do not add strength to a password. */
  commonWords: readonly string[];
  /** Where mails can be read on this machine; null where they are really sent. */
  mailboxUrl: ((brand: Brand) => string) | null;
}

/** Changes of password and address in the account area. */
export function ownAccount(options: OwnAccountOptions): SignInPart {
  const { accounts, codes, throttle, sendMail, notifyOwner, notifyFormer, issuer, now, commonWords } = options;
  const again = (errors: Record<string, string>, values: Record<string, string> = {}): Handled => ({
    again: { values, errors },
  });
  const problem = (text: string, values: Record<string, string> = {}): Handled => ({
    again: { values, errors: {}, problem: text },
  });

  const password: AccountPage = {
    path: 'password',
    recent: false,
    said: () => ({ 'password-changed': accountAreaTexts.passwordChanged }),
    entry: async () => ({ title: accountAreaTexts.password, text: accountAreaTexts.passwordState }),
    show: async (request, state) => ({
      title: accountAreaTexts.passwordTitle,
      content: changePasswordPage({
        action: request.at('password'),
        back: request.at(''),
        email: request.account.email,
        state,
      }),
    }),
    async handle({ account, brand, session }, form) {
      const [current, next] = [form.get('current') ?? '', form.get('password') ?? ''];
      const weak = passwordProblem(next, account.email, [account.firstName, account.lastName, ...commonWords]);
      if (current === '') return again({ current: accountAreaTexts.currentMissing });
      if (weak !== null) return again({ password: weak });
      const { accountId } = account;
      const wait = await throttle.ownPassword(accountId);
      if (wait > 0) return problem(accountAreaTexts.tooMany({ minutes: waitInMinutes(wait) }));
      try {
        if (!(await verifyPassword(current.slice(0, PASSWORD_MAX_LENGTH * 2), account.passwordHash)))
          return again({ current: accountAreaTexts.currentWrong });
        await throttle.ownPasswordWasRight(accountId);
        const change = { before: account.passwordHash, passwordHash: await hashPassword(next) };
        if (!(await accounts.changePassword(accountId, change, { sessionUid: session.uid })))
          return again({ current: accountAreaTexts.currentWrong });
      } catch (error) {
        if (error instanceof PasswordsBusyError) return problem(accountAreaTexts.busy);
        throw error;
      }
      const { tenantId } = brand.tenant;
      const key = `password-changed ${newSecret()}`;
      await notifyOwner(account, { kind: 'password-changed', tenantId, link: null, detail: null, key });
      return { to: '', said: 'password-changed' };
    },
  };

  const email: AccountPage = {
    path: 'email',
    recent: true,
    said: () => ({ 'email-changed': accountAreaTexts.emailChanged }),
    entry: async ({ account }) => ({ title: accountAreaTexts.email, text: account.email }),
    show: async (request, state) => ({
      title: accountAreaTexts.emailTitle,
      content: changeEmailPage({
        action: request.at('email'),
        back: request.at(''),
        email: request.account.email,
        state,
      }),
    }),
    async handle(request, form) {
      const { account, brand, session } = request;
      const values = { email: typed(form, 'email') };
      const to = emailOf(values.email);
      if (to === null) return again({ email: emailProblem(values.email) }, values);
      if (to === account.email) return again({ email: accountAreaTexts.sameEmail }, values);
      const wait = await throttle.mail(to, 'change-email');
      if (wait > 0) return problem(accountAreaTexts.tooManyMails({ minutes: waitInMinutes(wait) }), values);
      const [secret, digits] = [newSecret(), newDigits()];
      const codeHash = hashSecret(secret);
      const { tenantId } = brand.tenant;
      const taken = (await accounts.findByEmail(to))?.emailVerified === true;
      // Stored for a taken address as well: the next page is the same, and redeeming the code is refused.
      await codes.add(
        {
          codeHash,
          accountId: account.accountId,
          purpose: 'change-email',
          email: to,
          data: { tenantId, digits: hashDigits(digits, session.id, codeHash) },
          createdAt: new Date(now()),
          expiresAt: new Date(now() + CHANGE_LIFETIME_MS),
        },
        'all',
      );
      await sendMail({
        kind: taken ? 'account-exists' : 'change-email',
        tenantId,
        to,
        firstName: taken ? '' : account.firstName,
        link: taken ? `${brand.origin}/auth` : `${issuer}account/email/confirm?token=${secret}`,
        detail: taken ? null : digits,
        key: `change-email ${codeHash}`,
      });
      return { to: 'email/confirm' };
    },
  };

  const confirmEmail: AccountPage = {
    path: 'email/confirm',
    recent: true,
    async show(request, state) {
      const { code, byLink } = await waitingCode(request);
      return {
        title: accountAreaTexts.confirmTitle,
        content: newAddressPage({
          action: request.at('email/confirm'),
          again: request.at('email'),
          email: code?.email ?? null,
          byLink,
          state,
          mailboxUrl: options.mailboxUrl?.(request.brand) ?? null,
        }),
      };
    },
    async handle(request, form) {
      const { account, session, secret, brand } = request;
      const { code, byLink } = await waitingCode(request);
      const WRONG = { code: accountAreaTexts.codeWrong };
      const GONE = secret !== null && !form.has('code') ? problem(accountAreaTexts.linkGone) : again(WRONG);
      if (code === null) return GONE;
      if (!byLink) {
        const fresh = now() - code.createdAt.getTime() <= DIGITS_LIFETIME_MS;
        const mayGuess = await throttle.guess(code.codeHash);
        const { digits } = code.data;
        if (
          !mayGuess ||
          !fresh ||
          digits === undefined ||
          !digitsMatch(typed(form, 'code'), digits, session.id, code.codeHash)
        )
          return again(WRONG);
      }
      const { tenantId } = brand.tenant;
      const undo = newSecret();
      const changed = await accounts.changeEmail(code.codeHash, {
        codeHash: hashSecret(undo),
        data: { tenantId },
        createdAt: new Date(now()),
        expiresAt: new Date(now() + UNDO_LIFETIME_MS),
      });
      if (changed === null || changed === 'taken') return GONE;
      const key = `email-changed ${code.codeHash}`;
      await sendMail({
        kind: 'email-changed',
        tenantId,
        to: changed.before,
        firstName: account.firstName,
        link: changed.undo ? `${issuer}undo?token=${undo}` : null,
        detail: null,
        key,
      });
      await notifyFormer(changed.account.accountId, changed.before, {
        kind: 'second-factor-changed',
        tenantId,
        detail: accountAreaTexts.mailChangedAgain,
        key,
      });
      return { to: '', said: 'email-changed' };
    },
  };

  /** The code of the link that was opened last; if that is void, the one whose digits are awaited. */
  async function waitingCode(request: AccountRequest) {
    const { secret, account } = request;
    const linked = secret === null ? null : await codes.find(hashSecret(secret));
    if (linked !== null && usable(linked, request)) return { code: linked, byLink: true };
    return { code: await codes.newest(account.accountId, 'change-email'), byLink: false };
  }

  return { pages: [email, confirmEmail, password] };
}

function usable(
  code: { accountId: string; purpose: string; usedAt: Date | null } | null,
  { account }: AccountRequest,
): boolean {
  return (
    code !== null && code.purpose === 'change-email' && code.accountId === account.accountId && code.usedAt === null
  );
}
