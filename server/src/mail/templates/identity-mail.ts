import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { IdentityMail, IdentityMailKind } from '@academy/identity/identity-mail';
import type { NewMail } from '../outbox.store.ts';
import { identityMailTexts as texts } from './identity-mail-texts.ts';
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

/** What the texts of a mail depend on. */
interface MailFacts {
  academy: string;
  /** What the provider adds: a code, a day, a device; '' without. */
  detail: string;
  hasLink: boolean;
}

/** Texts of the provider's mails. Functions, because the current language decides which they are. */
const WORDS: Readonly<Record<IdentityMailKind, (facts: MailFacts) => Words>> = {
  'verify-email': ({ academy }) => ({
    subject: texts.verifySubject({ academy }),
    heading: texts.verifyHeading,
    paragraphs: [texts.verify({ academy })],
    label: texts.verifyButton,
    closing: [texts.verifyExpiry, texts.verifyUnasked],
    hasCode: true,
  }),
  'account-exists': ({ academy }) => ({
    subject: texts.existsSubject({ academy }),
    heading: texts.existsHeading,
    paragraphs: [texts.exists, texts.existsNext],
    label: texts.existsButton,
    closing: [texts.existsUnasked],
  }),
  'reset-password': ({ academy }) => ({
    subject: texts.resetSubject({ academy }),
    heading: texts.resetHeading,
    paragraphs: [texts.reset],
    label: texts.choosePassword,
    closing: [texts.resetExpiry, texts.safe],
  }),
  'password-link': ({ academy }) => ({
    subject: texts.resetSubject({ academy }),
    heading: texts.resetHeading,
    paragraphs: [texts.linkSent({ academy })],
    label: texts.choosePassword,
    closing: [texts.linkSentExpiry, texts.adminUnasked],
  }),
  invitation: ({ academy, detail }) => ({
    subject: texts.inviteSubject({ academy }),
    heading: texts.inviteHeading({ academy }),
    paragraphs: [texts.invite({ academy })],
    label: texts.inviteButton,
    closing: [texts.inviteExpiry({ day: detail }), texts.inviteUnasked({ academy })],
  }),
  'invitation-log-in': ({ academy }) => ({
    subject: texts.inviteSubject({ academy }),
    heading: texts.inviteHeading({ academy }),
    paragraphs: [texts.inviteLogIn({ academy })],
    label: texts.inviteLogInButton,
    closing: [texts.inviteUnasked({ academy })],
  }),
  'sessions-ended': ({ academy }) => ({
    subject: texts.sessionsSubject({ academy }),
    heading: texts.sessionsHeading,
    paragraphs: [texts.sessions({ academy })],
    label: texts.existsButton,
    closing: [texts.adminUnasked],
  }),
  'address-confirmed': ({ academy }) => ({
    subject: texts.confirmedSubject({ academy }),
    heading: texts.confirmedHeading,
    paragraphs: [texts.confirmed({ academy })],
    label: texts.openAccount,
    closing: [texts.adminUnasked],
  }),
  'change-email': ({ academy }) => ({
    subject: texts.changeSubject({ academy }),
    heading: texts.changeHeading,
    paragraphs: [texts.change],
    label: texts.changeButton,
    closing: [texts.changeExpiry, texts.safe],
    hasCode: true,
  }),
  'email-changed': ({ academy, detail, hasLink }) => ({
    subject: texts.changedSubject({ academy }),
    heading: texts.changedHeading,
    paragraphs: [texts.changed, ...(detail === '' ? [] : [detail])],
    label: texts.undo,
    closing: [hasLink ? texts.undoHelp : texts.undone],
  }),
  'password-changed': ({ academy }) => ({
    subject: texts.passwordSubject({ academy }),
    heading: texts.passwordHeading,
    paragraphs: [texts.password],
    label: texts.openAccount,
    closing: [texts.passwordUnasked],
  }),
  'second-factor-changed': ({ academy, detail }) => ({
    subject: texts.factorSubject({ academy }),
    heading: texts.factorHeading,
    paragraphs: [detail === '' ? texts.factor : detail],
    label: texts.openAccount,
    closing: [texts.factorUnasked],
  }),
  'directory-joined': ({ academy, detail }) => ({
    subject: texts.directorySubject({ academy }),
    heading: texts.directoryHeading,
    paragraphs: [texts.directory({ directory: detail })],
    label: texts.openAccount,
    closing: [texts.adminUnasked],
  }),
  'new-device': ({ academy, detail }) => ({
    subject: texts.deviceSubject({ academy }),
    heading: texts.deviceHeading,
    paragraphs: [detail === '' ? texts.device : texts.deviceNamed({ device: detail }), texts.deviceFine],
    label: texts.openAccount,
    closing: [texts.deviceUnasked],
  }),
  'token-created': ({ academy, detail }) => ({
    subject: texts.tokenSubject({ academy }),
    heading: texts.tokenHeading,
    paragraphs: [detail === '' ? texts.token : texts.tokenNamed({ token: detail }), texts.tokenEffect],
    label: texts.openTokens,
    closing: [texts.tokenUnasked],
  }),
};

/**
 * A mail of the provider, with the texts and colours of its brand.
 *
 * In the current language: mail is made while the request that causes it runs.
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
  const { subject, heading, paragraphs, label, closing, hasCode } = WORDS[mail.kind]({
    academy: academyNameOf(tenant),
    detail: mail.detail ?? '',
    hasLink: mail.link !== null,
  });
  const words: MailWords = {
    subject,
    heading,
    firstName: mail.firstName,
    paragraphs,
    code: hasCode === true ? mail.detail : null,
    button: mail.link === null ? null : { label, href: ownAddress(mail.link, origins) },
    // Its reader cannot log in with this address any more.
    closing: mail.toFormer === true ? [texts.formerWhy, texts.formerUndo] : closing,
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
