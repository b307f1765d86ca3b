import type { Role } from '@academy/contract/role-names';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, pageAddress, renderMail, utcDay } from './layout.ts';
import { whoIs } from './message-mail.ts';
import { rightsMailTexts } from './rights-mail-texts.ts';

/** A change of who is an administrator of the installation, or a Pro member. */
export type PersonChange =
  | { kind: 'admin-made' }
  | { kind: 'admin-ended' }
  | { kind: 'membership-set'; startsAt: Date; endsAt: Date }
  | { kind: 'membership-ended' };

/** A change of a role with a scope; null of the academy: in every one. */
export interface RoleChange {
  kind: 'role-given' | 'role-ended';
  role: Role;
  tenantId: string | null;
  scope: string;
}

/** A change of a person's rights. */
export type RightsChange = PersonChange | RoleChange;

export interface RightsMail {
  change: RightsChange;
  /** The person whose rights were changed. */
  person: { name: string; email: string };
  /** Who made the change: an address, or `command line`. */
  by: string;
  to: { email: string; firstName: string };
  key: string;
}

/** Notifies an administrator that a person's rights were changed. */
export function rightsMail(tenant: Tenant, origin: string | null, mail: RightsMail): NewMail {
  const { name, email } = mail.person;
  const { subject, heading, text } = wordsOf(mail.change, whoIs({ name, email }), academyNameOf(tenant));
  return {
    key: mail.key,
    tenantId: tenant.tenantId,
    kind: 'rights-changed',
    recipient: mail.to.email,
    ...renderMail(tenant, origin, {
      subject,
      heading,
      firstName: mail.to.firstName,
      paragraphs: [text, rightsMailTexts.changedBy({ by: mail.by })],
      button: origin === null ? null : { label: rightsMailTexts.openUsers, href: pageAddress(origin, '/admin/users') },
      closing: [rightsMailTexts.toAllAdmins],
    }),
  };
}

/** `Author in spring, reach course:spring-boot` */
function roleWords({ role, tenantId, scope }: RoleChange): string {
  const texts = rightsMailTexts;
  const words: Record<Role, string> = {
    author: texts.author,
    instructor: texts.instructor,
    manager: texts.manager,
    'academy-admin': texts.academyAdmin,
  };
  const named = { role: words[role], academy: tenantId ?? texts.everyAcademy };
  return scope === '*' ? texts.wholeRole(named) : texts.role({ ...named, scope });
}

function wordsOf(
  change: RightsChange,
  person: string,
  academy: string,
): { subject: string; heading: string; text: string } {
  const texts = rightsMailTexts;
  switch (change.kind) {
    case 'admin-made':
      return {
        subject: texts.adminMadeSubject({ academy }),
        heading: texts.adminMadeHeading,
        text: texts.adminMade({ person }),
      };
    case 'admin-ended':
      return {
        subject: texts.adminEndedSubject({ academy }),
        heading: texts.adminEndedHeading,
        text: texts.adminEnded({ person }),
      };
    case 'membership-set':
      return {
        subject: texts.membershipSetSubject({ academy }),
        heading: texts.membershipSetHeading,
        text: texts.membershipSet({ person, from: utcDay(change.startsAt), until: utcDay(change.endsAt) }),
      };
    case 'role-given':
      return {
        subject: texts.roleGivenSubject({ academy }),
        heading: texts.roleGivenHeading,
        text: texts.roleGiven({ person, role: roleWords(change) }),
      };
    case 'role-ended':
      return {
        subject: texts.roleEndedSubject({ academy }),
        heading: texts.roleEndedHeading,
        text: texts.roleEnded({ person, role: roleWords(change) }),
      };
    case 'membership-ended':
      return {
        subject: texts.membershipEndedSubject({ academy }),
        heading: texts.membershipEndedHeading,
        text: texts.membershipEnded({ person }),
      };
  }
}
