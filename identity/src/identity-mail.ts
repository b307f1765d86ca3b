import type { TenantId } from '@academy/contract/tenants';

/** Occasions on which the provider writes to people. The application words, brands and sends the mail. */
export type IdentityMailKind =
  /** Confirm a new account's address; `link` confirms it. */
  | 'verify-email'
  /** Somebody registered with an address that has an account; `link` leads to log-in and password reset. */
  | 'account-exists'
  /** `link` sets a new password. */
  | 'reset-password'
  /** Confirm a new sign-in address, sent to it; `link` confirms it. */
  | 'change-email'
  /** Sent to the old address after the change. */
  | 'email-changed'
  | 'password-changed'
  /** A second factor or passkey was added or removed, or recovery codes were made anew; `detail` says which. */
  | 'second-factor-changed'
  /** A browser that was never seen before signed in; `detail` describes it. */
  | 'new-device'
  /** A personal access token was made; `detail` says its name. */
  | 'token-created';

export interface IdentityMail {
  kind: IdentityMailKind;
  /** Whose brand the mail has. */
  tenantId: TenantId;
  to: string;
  /** It goes to an address that the account has left, and that can still take the change back. */
  toFormer?: true;
  firstName: string;
  /** Where the mail's button leads; null for those that only tell something. */
  link: string | null;
  detail: string | null;
  /** One mail per key, whatever is tried again. */
  key: string;
}

/** Hands a mail over for sending; resolves once it is safe, not once it has arrived. */
export type SendMail = (mail: IdentityMail) => Promise<void>;
