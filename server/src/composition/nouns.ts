import { bindReading } from '../reading/reading.ts';
import { installAccount } from './account.install.ts';
import { installAlerts } from './alerts.install.ts';
import type { InstallNoun } from './app-context.ts';
import { installAssignments } from './assignments.install.ts';
import { installAudit } from './audit.install.ts';
import { installCertificates } from './certificates.install.ts';
import { installConnections } from './connections.install.ts';
import { installContact } from './contact.install.ts';
import { installDirectories } from './directories.install.ts';
import { installDrafts } from './drafts.install.ts';
import { installFavorites } from './favorites.install.ts';
import { installFeedback } from './feedback.install.ts';
import { installGroups } from './groups.install.ts';
import { installHealth } from './health.install.ts';
import { installInvitationLinks } from './invitation-links.install.ts';
import { installAttempts } from './knowledge-checks.install.ts';
import { installLabs } from './labs.install.ts';
import { installLearningRecord } from './learning-record.install.ts';
import { installMail } from './mail.install.ts';
import { installManagedEmails } from './managed-emails.install.ts';
import { installMemberships } from './memberships.install.ts';
import { installNotifications } from './notifications.install.ts';
import { installPageViews } from './page-views.install.ts';
import { installPeople } from './people.install.ts';
import { installPersonalAccessTokens } from './personal-access-tokens.install.ts';
import { installProgress } from './progress.install.ts';
import { installProgressReports } from './progress-reports.install.ts';
import { installPublishing } from './publishing.install.ts';
import { installReports } from './reports.install.ts';
import { installReviews } from './reviews.install.ts';
import { installRoles } from './roles.install.ts';
import { installSearch } from './search.install.ts';
import { installSignIn } from './sign-in.install.ts';
import { installStats } from './stats.install.ts';
import { installViewAs } from './view-as.install.ts';
import { installWebhooks } from './webhooks.install.ts';

/** The nouns of the API. Each binds its calls, adds its files and pages, and starts its background work. */
export const NOUNS: readonly InstallNoun[] = [
  (context) => bindReading(context.calls, context),
  installAccount,
  installAlerts,
  installAssignments,
  installAudit,
  installCertificates,
  installConnections,
  installContact,
  installDirectories,
  installDrafts,
  installFavorites,
  installFeedback,
  installAttempts,
  installGroups,
  installHealth,
  installInvitationLinks,
  installLabs,
  installLearningRecord,
  installMail,
  installManagedEmails,
  installMemberships,
  installNotifications,
  installPageViews,
  installPeople,
  installPersonalAccessTokens,
  installProgress,
  installProgressReports,
  installPublishing,
  installReports,
  installReviews,
  installRoles,
  installSearch,
  installSignIn,
  installStats,
  installViewAs,
  installWebhooks,
];
