import type { AccountPage } from '../account-page.ts';
import { EMPTY_FORM } from '../pages/pages.ts';
import type { PasswordResets } from '../password-reset.ts';
import { newSecret } from '../secrets.ts';
import type { SignInPart } from '../sign-in-parts.ts';
import { waitInMinutes } from '../throttle.ts';
import { passwordFirstPage } from './keep-page.ts';
import { recoveryTexts } from './recovery-texts.ts';

/** Path below the account area. */
export const PASSWORD_FIRST = 'new-password';

/**
 * The only page of the account area that changes anything between taking a change of address back and setting a new
 * password: the thief still knows the old password and would change the address again at once.
 */
export function passwordFirst(resets: PasswordResets): SignInPart {
  const page: AccountPage = {
    path: PASSWORD_FIRST,
    recent: false,
    said: () => ({ 'reset-sent': recoveryTexts.sent }),
    show: async ({ account, at }, state) => ({
      title: recoveryTexts.passwordTitle,
      content: passwordFirstPage({ action: at(PASSWORD_FIRST), overview: at(''), email: account.email, state }),
    }),
    async handle({ account, brand }) {
      // No log-in is in progress in this browser.
      const wait = await resets.ask(brand, newSecret(), account.email);
      if (wait === 0) return { to: '', said: 'reset-sent' };
      const problem = recoveryTexts.tooManyMails({ minutes: waitInMinutes(wait) });
      return { again: { ...EMPTY_FORM, problem } };
    },
  };
  return { pages: [page] };
}
