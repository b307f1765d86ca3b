import type { AccountsStore, CodesStore } from './accounts-store.ts';
import type { Brand } from './brands.ts';
import type { SendMail } from './identity-mail.ts';
import { hashSecret, newSecret } from './secrets.ts';
import type { Throttle } from './throttle.ts';

/** Lifetime of the link, ms. */
export const RESET_LIFETIME_MS = 30 * 60_000;

export interface PasswordResetOptions {
  accounts: AccountsStore;
  codes: CodesStore;
  throttle: Throttle;
  sendMail: SendMail;
  issuer: string;
  now: () => number;
}

/** Mails links that set a new password. */
export function passwordResets({ accounts, codes, throttle, sendMail, issuer, now }: PasswordResetOptions) {
  return {
    /**
     * Mails a link if there is such an account; any older link becomes void. The caller must not reveal whether there
     * is one.
     * @param proof secret of the sign-in that continues in this browser once the password is set
     * @returns how long to wait, ms, when too many mails were requested; else 0
     */
    async ask(brand: Brand, proof: string, email: string): Promise<number> {
      const wait = await throttle.mail(email, 'reset-password', RESET_LIFETIME_MS);
      if (wait > 0) return wait;
      // The link goes to the account's own address, whichever was typed: access to a further address is not enough.
      const account = await accounts.findByLogin(email);
      if (account === null) return 0;
      const { tenantId } = brand.tenant;
      const secret = newSecret();
      const codeHash = hashSecret(secret);
      await codes.add(
        {
          codeHash,
          accountId: account.accountId,
          purpose: 'reset-password',
          email: account.email,
          data: { tenantId, browser: hashSecret(proof) },
          createdAt: new Date(now()),
          expiresAt: new Date(now() + RESET_LIFETIME_MS),
        },
        'all',
      );
      await sendMail({
        kind: 'reset-password',
        tenantId,
        to: account.email,
        // Names of an unconfirmed account may be a stranger's words.
        firstName: account.emailVerified ? account.firstName : '',
        link: `${issuer}reset?token=${secret}`,
        detail: null,
        key: `reset-password ${codeHash}`,
      });
      return 0;
    },
  };
}

export type PasswordResets = ReturnType<typeof passwordResets>;
