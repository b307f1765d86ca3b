import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { IdentityMail, IdentityMailKind } from '@academy/identity/identity-mail';
import type { NewMail } from '../outbox.store.ts';
import { identityMailTexts } from './identity-mail-texts.ts';
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

/** Texts of the provider's mails. `academy` is its name, `detail` what the provider adds. */
function wordsOf(kind: IdentityMailKind, academy: string, detail: string, hasLink: boolean): Words {
  const texts = identityMailTexts;
  switch (kind) {
    case 'verify-email':
      return {
        subject: texts.verifySubject({ academy }),
        heading: texts.verifyHeading,
        paragraphs: [texts.verify({ academy })],
        label: texts.verifyButton,
        closing: [texts.verifyExpiry, texts.verifyUnasked],
        hasCode: true,
      };
    case 'account-exists':
      return {
        subject: texts.existsSubject({ academy }),
        heading: texts.existsHeading,
        paragraphs: [texts.exists, texts.existsNext],
        label: texts.existsButton,
        closing: [texts.existsUnasked],
      };
    case 'reset-password':
      return {
        subject: texts.resetSubject({ academy }),
        heading: texts.resetHeading,
        paragraphs: [texts.reset],
        label: texts.choosePassword,
        closing: [texts.resetExpiry, texts.safe],
      };
    case 'password-link':
      return {
        subject: texts.resetSubject({ academy }),
        heading: texts.resetHeading,
        paragraphs: [texts.linkSent({ academy })],
        label: texts.choosePassword,
        closing: [texts.linkSentExpiry, texts.adminUnasked],
      };
    case 'invitation':
      return {
        subject: texts.inviteSubject({ academy }),
        heading: texts.inviteHeading({ academy }),
        paragraphs: [texts.invite({ academy })],
        label: texts.inviteButton,
        closing: [texts.inviteExpiry({ day: detail }), texts.inviteUnasked({ academy })],
      };
    case 'invitation-log-in':
      return {
        subject: texts.inviteSubject({ academy }),
        heading: texts.inviteHeading({ academy }),
        paragraphs: [texts.inviteLogIn({ academy })],
        label: texts.inviteLogInButton,
        closing: [texts.inviteUnasked({ academy })],
      };
    case 'sessions-ended':
      return {
        subject: texts.sessionsSubject({ academy }),
        heading: texts.sessionsHeading,
        paragraphs: [texts.sessions({ academy })],
        label: texts.existsButton,
        closing: [texts.adminUnasked],
      };
    case 'address-confirmed':
      return {
        subject: texts.confirmedSubject({ academy }),
        heading: texts.confirmedHeading,
        paragraphs: [texts.confirmed({ academy })],
        label: texts.openAccount,
        closing: [texts.adminUnasked],
      };
    case 'change-email':
      return {
        subject: texts.changeSubject({ academy }),
        heading: texts.changeHeading,
        paragraphs: [texts.change],
        label: texts.changeButton,
        closing: [texts.changeExpiry, texts.safe],
        hasCode: true,
      };
    case 'email-changed':
      return {
        subject: texts.changedSubject({ academy }),
        heading: texts.changedHeading,
        paragraphs: [texts.changed, ...(detail === '' ? [] : [detail])],
        label: texts.undo,
        closing: [hasLink ? texts.undoHelp : texts.undone],
      };
    case 'password-changed':
      return {
        subject: texts.passwordSubject({ academy }),
        heading: texts.passwordHeading,
        paragraphs: [texts.password],
        label: texts.openAccount,
        closing: [texts.passwordUnasked],
      };
    case 'second-factor-changed':
      return {
        subject: texts.factorSubject({ academy }),
        heading: texts.factorHeading,
        paragraphs: [detail === '' ? texts.factor : detail],
        label: texts.openAccount,
        closing: [texts.factorUnasked],
      };
    case 'new-device':
      return {
        subject: texts.deviceSubject({ academy }),
        heading: texts.deviceHeading,
        paragraphs: [detail === '' ? texts.device : texts.deviceNamed({ device: detail }), texts.deviceFine],
        label: texts.openAccount,
        closing: [texts.deviceUnasked],
      };
    case 'token-created':
      return {
        subject: texts.tokenSubject({ academy }),
        heading: texts.tokenHeading,
        paragraphs: [detail === '' ? texts.token : texts.tokenNamed({ token: detail }), texts.tokenEffect],
        label: texts.openTokens,
        closing: [texts.tokenUnasked],
      };
  }
}

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
  const { subject, heading, paragraphs, label, closing, hasCode } = wordsOf(
    mail.kind,
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
    // Its reader cannot log in with this address any more.
    closing: mail.toFormer === true ? [identityMailTexts.formerWhy, identityMailTexts.formerUndo] : closing,
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
