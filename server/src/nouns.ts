import { installAccount } from './account/account.install.ts';
import { installAlerts } from './alerts/alerts.install.ts';
import type { InstallNoun } from './app-context.ts';
import { installAudit } from './audit/audit.install.ts';
import { bindReading } from './catalogue/reading.ts';
import { installCertificates } from './certificates/certificates.install.ts';
import { installContact } from './contact/contact.install.ts';
import { installFavorites } from './favorites/favorites.install.ts';
import { installFeedback } from './feedback/feedback.install.ts';
import { installHealth } from './health/health.install.ts';
import { installAttempts } from './knowledge-checks/knowledge-checks.install.ts';
import { installLabs } from './labs/labs.install.ts';
import { installMail } from './mail/mail.install.ts';
import { installManagedEmails } from './managed-emails/managed-emails.install.ts';
import { installMemberships } from './memberships/memberships.install.ts';
import { installNotifications } from './notifications/notifications.install.ts';
import { installPageViews } from './page-views/page-views.install.ts';
import { installPeople } from './people/people.install.ts';
import { installPersonalAccessTokens } from './personal-access-tokens/personal-access-tokens.install.ts';
import { installProgress } from './progress/progress.install.ts';
import { installPublishing } from './publishing/publishing.install.ts';
import { installReports } from './reports/reports.install.ts';
import { installReviews } from './reviews/reviews.install.ts';
import { installSearch } from './search/search.install.ts';
import { installSignIn } from './sign-in/sign-in.install.ts';
import { installStats } from './stats/stats.install.ts';
import { installViewAs } from './view-as/view-as.install.ts';
import { installWebhooks } from './webhooks/webhooks.install.ts';

/** The nouns of the API. Each binds its calls, adds its files and pages, and starts its background work. */
export const NOUNS: readonly InstallNoun[] = [
  (context) => bindReading(context.calls, context),
  installAccount,
  installAlerts,
  installAudit,
  installCertificates,
  installContact,
  installFavorites,
  installFeedback,
  installAttempts,
  installHealth,
  installLabs,
  installMail,
  installManagedEmails,
  installMemberships,
  installNotifications,
  installPageViews,
  installPeople,
  installPersonalAccessTokens,
  installProgress,
  installPublishing,
  installReports,
  installReviews,
  installSearch,
  installSignIn,
  installStats,
  installViewAs,
  installWebhooks,
];
