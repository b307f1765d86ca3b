import { listAlerts } from '../alerts-admin.ts';
import { AREAS, type Area } from '../area-names.ts';
import { listAuditEvents } from '../audit.ts';
import type { Call } from '../call.ts';
import { listCertificates } from '../certificates.ts';
import { listConnections } from '../connections.ts';
import { listContactMessages } from '../contact-admin.ts';
import { listDirectories } from '../directories.ts';
import { listFeedback } from '../feedback-admin.ts';
import { listGroups } from '../groups.ts';
import { getHealth } from '../health.ts';
import { listLabSessions } from '../labs-admin.ts';
import { getMailState } from '../mail.ts';
import { exportEmails } from '../managed-emails.ts';
import { listVoucherRequests } from '../memberships-admin.ts';
import { searchPeople } from '../people-admin.ts';
import { listLearners } from '../people-learners.ts';
import { listAbilities } from '../personal-access-tokens.ts';
import { getProgressReport } from '../progress-reports.ts';
import { listPublishedContent } from '../publishing-admin.ts';
import { listRoles } from '../roles.ts';
import { getStats } from '../stats.ts';
import { listWebhooks } from '../webhooks.ts';
import { type Holder, refusalOf } from './held-roles.ts';

/** A call of each area: who may make it may open the area. */
const CALL_OF_AREA: Readonly<Record<Area, Call>> = {
  alerts: listAlerts,
  audit: listAuditEvents,
  certificates: listCertificates,
  connections: listConnections,
  contact: listContactMessages,
  content: listPublishedContent,
  directories: listDirectories,
  emails: exportEmails,
  feedback: listFeedback,
  groups: listGroups,
  health: getHealth,
  labs: listLabSessions,
  learners: listLearners,
  mail: getMailState,
  reports: getProgressReport,
  roles: listRoles,
  stats: getStats,
  tokens: listAbilities,
  users: searchPeople,
  vouchers: listVoucherRequests,
  webhooks: listWebhooks,
};

/** The areas that a holder may open in an academy. Without one the administration is not shown at all. */
export const areasOf = (holder: Holder, tenantId: string): Area[] =>
  AREAS.filter((area) => refusalOf(CALL_OF_AREA[area], holder, tenantId) === null);
