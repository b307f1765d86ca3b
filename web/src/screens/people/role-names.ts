import type { Role } from '@academy/contract/role-names';
import { academyName } from '../../lib/academy-name.ts';
import { roleTexts } from './role-texts.ts';

const NAMES: Readonly<Record<Role, () => string>> = {
  author: () => roleTexts.author,
  instructor: () => roleTexts.instructor,
  manager: () => roleTexts.manager,
  'academy-admin': () => roleTexts.academyAdmin,
};

/** A role as people read it. */
export const roleText = (role: Role): string => NAMES[role]();

/** Where a role counts. */
export const academyText = (tenantId: string | null): string =>
  tenantId === null ? roleTexts.everyAcademy : academyName(tenantId);
