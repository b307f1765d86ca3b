import type { TenantId } from '@academy/contract/tenants';

/** Kinds of mail that the provider sends. The application adds texts and brand, and sends it. */
export type IdentityMailKind =
  /** Confirm a new account's address; `link` confirms it. */
  | 'verify-email'
  /** A registration with an address that has an account; `link` leads to log-in and password reset. */
  | 'account-exists'
  /** `link` sets a new password. */
  | 'reset-password'
  /** The same, sent by an administrator. */
  | 'password-link'
  /** An account was made for the person; `link` sets its first password until the day in `detail`. */
  | 'invitation'
  /** The same, where the person has a password already or logs in elsewhere; `link` leads to the log-in. */
  | 'invitation-log-in'
  /** Confirm a new sign-in address, sent to it; `link` confirms it. */
  | 'change-email'
  /** Sent to the old address after the change. */
  | 'email-changed'
  | 'password-changed'
  /** A second factor or passkey was added or removed, or recovery codes were renewed; `detail` says which. */
  | 'second-factor-changed'
  /** An administrator ended all sessions. */
  | 'sessions-ended'
  /** An administrator confirmed the address. */
  | 'address-confirmed'
  /** The account was connected with a company's directory, whose name is in `detail`. */
  | 'directory-joined'
  /** A sign-in from a new browser; `detail` describes it. */
  | 'new-device'
  /** A personal access token was created; `detail` is its name. */
  | 'token-created';

export interface IdentityMail {
  kind: IdentityMailKind;
  /** Brand of the mail. */
  tenantId: TenantId;
  to: string;
  /** Sent to a former address of the account, which can still take the change back. */
  toFormer?: true;
  firstName: string;
  /** Target of the mail's button; null for mails that only inform. */
  link: string | null;
  detail: string | null;
  /** One mail per key, even when a request is repeated. */
  key: string;
}

/** Queues a mail; resolves once it is stored, not once it has arrived. */
export type SendMail = (mail: IdentityMail) => Promise<void>;
