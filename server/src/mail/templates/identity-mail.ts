import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { IdentityMail, IdentityMailKind } from '@academy/identity/identity-mail';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, type MailWords, renderMail } from './layout.ts';

/** Origins that links in mail may have. */
export interface MailOrigins {
  tenantOrigins: Readonly<Record<TenantId, string>>;
  /** Further origins of ours, such as the provider's. */
  others: readonly string[];
}

interface Words {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Label of the button, where the mail has a link. */
  label: string;
  closing: string[];
  /** The detail is a code to be typed. */
  hasCode?: boolean;
}

const SAFE = 'If this was not you, you need not do anything: without your confirmation nothing changes.';

/** Texts of the provider's mails. `name` is the academy's, `detail` what the provider adds. */
const WORDS: Record<IdentityMailKind, (name: string, detail: string, hasLink: boolean) => Words> = {
  'verify-email': (name) => ({
    subject: `Confirm your e-mail address for ${name}`,
    heading: 'Confirm your e-mail address',
    paragraphs: [
      `Welcome to ${name}. One step is left: type this code on the page that waits for it, or press the button.`,
    ],
    label: 'Confirm my address',
    closing: [
      'The code is good for 10 minutes and the link for a day, each of them once.',
      'You did not create an account? Then you need not do anything: without your confirmation there is none.',
    ],
    hasCode: true,
  }),
  'account-exists': (name) => ({
    subject: `You have an account at ${name} already`,
    heading: 'You have an account already',
    paragraphs: [
      'Somebody, most likely you, tried to create an account with this address. There is one already, so nothing was changed.',
      'Log in with the password that you have, or choose a new one if it slipped your mind.',
    ],
    label: 'Log in',
    closing: ['If this was not you, you need not do anything: nobody got in.'],
  }),
  'reset-password': (name) => ({
    subject: `Choose a new password for ${name}`,
    heading: 'Choose a new password',
    paragraphs: ['You asked for a new password. The button leads to a page where you choose it.'],
    label: 'Choose a new password',
    closing: ['The link is good for 30 minutes, and only once.', SAFE],
  }),
  'change-email': (name) => ({
    subject: `Confirm your new e-mail address for ${name}`,
    heading: 'Confirm your new address',
    paragraphs: [
      'From now on you want to log in with this address. Type this code on the page that waits for it, or press the button.',
    ],
    label: 'Confirm the new address',
    closing: ['The code is good for 10 minutes and the link for 30, each of them once.', SAFE],
    hasCode: true,
  }),
  'email-changed': (name, detail, hasLink) => ({
    subject: `Your e-mail address at ${name} was changed`,
    heading: 'Your address was changed',
    paragraphs: [
      'Your account has a new sign-in address. This one is no longer good for logging in.',
      ...(detail === '' ? [] : [detail]),
    ],
    label: 'Take the change back',
    closing: [
      hasLink
        ? 'If this was you, all is well. If not, the button brings the old address back and logs out every device. It is good for seven days.'
        : 'The account went back to the address that it had before this one.',
    ],
  }),
  'password-changed': (name) => ({
    subject: `Your password at ${name} was changed`,
    heading: 'Your password was changed',
    paragraphs: ['Your account has a new password. Other devices were logged out.'],
    label: 'Open my account',
    closing: [
      'Was this not you? Choose a new password at once: "Forgot your password?" on the log-in page sends you a link.',
    ],
  }),
  'second-factor-changed': (name, detail) => ({
    subject: `The log-in of your account at ${name} was changed`,
    heading: 'How you log in was changed',
    paragraphs: [detail === '' ? 'A second step of your log-in was added, changed or removed.' : detail],
    label: 'Open my account',
    closing: ['Was this not you? Choose a new password at once, and look through your account.'],
  }),
  'new-device': (name, detail) => ({
    subject: `New log-in to your account at ${name}`,
    heading: 'A new device logged in',
    paragraphs: [
      `Somebody logged in to your account on a device that was not seen before${detail === '' ? '.' : `: ${detail}`}`,
      'If it was you, all is well.',
    ],
    label: 'Open my account',
    closing: ['Was this not you? Choose a new password at once. That logs out every device.'],
  }),
  'token-created': (name, detail) => ({
    subject: `A new access token acts for you at ${name}`,
    heading: 'A new access token',
    paragraphs: [
      `An access token was made for your account${detail === '' ? '.' : `: ${detail}`}`,
      'Programs that have it act for you, without your password.',
    ],
    label: 'Open my access tokens',
    closing: ['Was this not you? Delete the token, then choose a new password at once.'],
  }),
};

/** Replaces the usual closing: the reader cannot log in with this address any more. */
const TO_FORMER = [
  'You get this mail because this was the address of the account until a few days ago.',
  'Was that change not yours? Our mail about it, to this address, has a button that takes it back, and with it everything that was added to the account since.',
];

/**
 * A mail of the provider, with the texts and colours of its brand.
 *
 * @throws when the tenant is unknown, or the link leads to a foreign origin
 */
export function identityMail(
  tenants: ReadonlyMap<TenantId, Tenant>,
  origins: MailOrigins,
  mail: IdentityMail,
): NewMail {
  const tenant = tenants.get(mail.tenantId);
  const origin = origins.tenantOrigins[mail.tenantId];
  if (tenant === undefined || origin === undefined) throw new Error(`there is no academy ${mail.tenantId}`);
  const { subject, heading, paragraphs, label, closing, hasCode } = WORDS[mail.kind](
    academyNameOf(tenant),
    mail.detail ?? '',
    mail.link !== null,
  );
  const words: MailWords = {
    subject,
    heading,
    firstName: mail.firstName,
    paragraphs,
    code: hasCode === true ? mail.detail : null,
    button: mail.link === null ? null : { label, href: ownAddress(mail.link, origins) },
    closing: mail.toFormer === true ? TO_FORMER : closing,
  };
  return {
    key: mail.key,
    tenantId: mail.tenantId,
    kind: mail.kind,
    recipient: mail.to,
    ...renderMail(tenant, origin, words),
  };
}

function ownAddress(link: string, { tenantOrigins, others }: MailOrigins): string {
  const url = URL.parse(link);
  if (url === null || ![...Object.values(tenantOrigins), ...others].includes(url.origin))
    throw new Error('a mail may lead to addresses of the academy only');
  return url.href;
}
