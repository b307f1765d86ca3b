import * as account from './account.ts';
import * as addresses from './addresses.ts';
import * as alerts from './alerts.ts';
import * as alertsAdmin from './alerts-admin.ts';
import * as assignments from './assignments.ts';
import * as assignmentsAdmin from './assignments-admin.ts';
import * as assignmentsCalendar from './assignments-calendar.ts';
import * as audit from './audit.ts';
import type { Call } from './call.ts';
import * as certificates from './certificates.ts';
import * as connections from './connections.ts';
import * as contact from './contact.ts';
import * as contactAdmin from './contact-admin.ts';
import * as contentPages from './content-pages.ts';
import * as courses from './courses.ts';
import * as directories from './directories.ts';
import * as directoriesTokens from './directories-tokens.ts';
import * as drafts from './drafts.ts';
import * as favorites from './favorites.ts';
import * as feedback from './feedback.ts';
import * as feedbackAdmin from './feedback-admin.ts';
import * as groups from './groups.ts';
import * as guides from './guides.ts';
import * as health from './health.ts';
import * as instructors from './instructors.ts';
import * as invitationLinks from './invitation-links.ts';
import * as knowledgeChecks from './knowledge-checks.ts';
import * as knowledgeChecksAdmin from './knowledge-checks-admin.ts';
import * as labs from './labs.ts';
import * as labsAdmin from './labs-admin.ts';
import * as labsRunning from './labs-running.ts';
import * as learningPaths from './learning-paths.ts';
import * as learningRecord from './learning-record.ts';
import * as lessons from './lessons.ts';
import * as mail from './mail.ts';
import * as managedEmails from './managed-emails.ts';
import * as memberships from './memberships.ts';
import * as membershipsAdmin from './memberships-admin.ts';
import * as notifications from './notifications.ts';
import * as pageViews from './page-views.ts';
import * as people from './people.ts';
import * as peopleAdmin from './people-admin.ts';
import * as peopleImport from './people-import.ts';
import * as peopleInvitations from './people-invitations.ts';
import * as peopleLearners from './people-learners.ts';
import * as personalAccessTokens from './personal-access-tokens.ts';
import * as progress from './progress.ts';
import * as progressReports from './progress-reports.ts';
import * as publishing from './publishing.ts';
import * as publishingAdmin from './publishing-admin.ts';
import * as publishingHistory from './publishing-history.ts';
import * as reports from './reports.ts';
import * as reviews from './reviews.ts';
import * as roles from './roles.ts';
import * as search from './search.ts';
import * as signIn from './sign-in.ts';
import * as stats from './stats.ts';
import * as viewAs from './view-as.ts';
import * as webhooks from './webhooks.ts';
import * as workshops from './workshops.ts';

/** The calls of one noun; the reference shows them together. */
export interface CallGroup {
  readonly noun: string;
  /** What the calls are about, in a sentence. */
  readonly about: string;
  readonly calls: readonly Call[];
}

const METHODS: readonly Call['method'][] = ['GET', 'POST', 'PUT', 'DELETE'];

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'reach' in value && 'reply' in value;

/** The calls that files of the contract define: file by file, by their paths. */
const callsOf = (...files: readonly object[]): Call[] =>
  files.flatMap((file) =>
    (Object.values(file) as unknown[])
      .filter(isCall)
      .sort((a, b) => a.path.localeCompare(b.path, 'en') || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)),
  );

export const CALL_GROUPS: readonly CallGroup[] = [
  { noun: 'courses', about: 'Courses and their outlines.', calls: callsOf(courses) },
  { noun: 'lessons', about: 'Lessons: outline, text, completion.', calls: callsOf(lessons) },
  {
    noun: 'knowledge-checks',
    about: 'Knowledge checks: attempts, answers, results.',
    calls: callsOf(knowledgeChecks, knowledgeChecksAdmin),
  },
  { noun: 'guides', about: 'Guides: one task in half an hour, outside of any course.', calls: callsOf(guides) },
  { noun: 'learning-paths', about: 'Courses and tests in a recommended order.', calls: callsOf(learningPaths) },
  { noun: 'instructors', about: 'The teachers of courses.', calls: callsOf(instructors) },
  { noun: 'content-pages', about: 'Pages that authors write.', calls: callsOf(contentPages) },
  { noun: 'search', about: 'Finding what was published.', calls: callsOf(search) },
  { noun: 'addresses', about: 'Where pages are that have moved.', calls: callsOf(addresses) },
  { noun: 'progress', about: 'Progress of learners.', calls: callsOf(progress, learningRecord) },
  {
    noun: 'progress-reports',
    about: 'Reports of progress, by person, course, lesson, knowledge check, lab and group.',
    calls: callsOf(progressReports),
  },
  { noun: 'favorites', about: 'Favorites of learners.', calls: callsOf(favorites) },
  { noun: 'reviews', about: 'Questions that come back after growing intervals.', calls: callsOf(reviews) },
  { noun: 'certificates', about: 'Certificates for finished courses and paths.', calls: callsOf(certificates) },
  {
    noun: 'labs',
    about: 'Labs: what they show, their sessions, the engines that run them.',
    calls: callsOf(workshops, labs, labsRunning, labsAdmin),
  },
  {
    noun: 'memberships',
    about: 'Pro membership and its exam vouchers.',
    calls: callsOf(memberships, membershipsAdmin),
  },
  { noun: 'notifications', about: 'Mail that learners choose to get.', calls: callsOf(notifications) },
  { noun: 'account', about: 'The account of the signed-in person and its sessions.', calls: callsOf(account, signIn) },
  {
    noun: 'people',
    about: 'People of the installation, their roles and memberships.',
    calls: callsOf(people, peopleAdmin, peopleLearners, peopleImport, peopleInvitations),
  },
  {
    noun: 'roles',
    about: 'Roles with a scope: authors, instructors, managers, administrators of an academy.',
    calls: callsOf(roles),
  },
  { noun: 'groups', about: 'Groups of people, and where each member came from.', calls: callsOf(groups) },
  {
    noun: 'assignments',
    about: 'What groups and people have to learn until when.',
    calls: callsOf(assignments, assignmentsAdmin, assignmentsCalendar),
  },
  {
    noun: 'invitation-links',
    about: 'Links by which people join a group, with a limit and an end.',
    calls: callsOf(invitationLinks),
  },
  {
    noun: 'directories',
    about: 'Companies whose people log in with their own identity provider.',
    calls: callsOf(directories, directoriesTokens),
  },
  { noun: 'view-as', about: 'Impersonation: seeing the academy as another person sees it.', calls: callsOf(viewAs) },
  {
    noun: 'personal-access-tokens',
    about: 'Personal access tokens for scripts.',
    calls: callsOf(personalAccessTokens),
  },
  {
    noun: 'publishing',
    about: 'Publishing content, and its history.',
    calls: callsOf(publishing, publishingHistory, publishingAdmin, drafts),
  },
  { noun: 'alerts', about: 'Messages to everybody, above every page.', calls: callsOf(alerts, alertsAdmin) },
  { noun: 'feedback', about: 'Ratings, comments and the survey.', calls: callsOf(feedback, feedbackAdmin) },
  { noun: 'contact', about: 'Messages of the contact form.', calls: callsOf(contact, contactAdmin) },
  {
    noun: 'managed-emails',
    about: 'Further addresses of people and of the academy, and the state of the mail queue.',
    calls: callsOf(managedEmails, mail),
  },
  {
    noun: 'connections',
    about: 'Connections with programs of others, such as assistants, that administrators open and close.',
    calls: callsOf(connections),
  },
  { noun: 'reports', about: 'Errors of browsers.', calls: callsOf(reports) },
  { noun: 'page-views', about: 'How often pages are viewed, without personal data.', calls: callsOf(pageViews) },
  { noun: 'stats', about: 'Statistics of the dashboard.', calls: callsOf(stats) },
  { noun: 'health', about: 'How the installation is, for administrators.', calls: callsOf(health) },
  { noun: 'audit', about: 'The audit log: changes of rights, addresses, settings and content.', calls: callsOf(audit) },
  { noun: 'webhooks', about: 'Webhooks: other systems that an academy notifies.', calls: callsOf(webhooks) },
];

/** Every call of the API. The server refuses to start when one of them has no handler, or two. */
export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => calls);
