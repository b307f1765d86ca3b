import {
  deleteAccount,
  endSessions,
  exportAccount,
  getAccount,
  listSessions,
  setLanguage,
  updateAccount,
} from './account.ts';
import { listPublicAlerts } from './alerts.ts';
import {
  createAlert,
  deleteAlerts,
  exportAlerts,
  getAlert,
  listAlerts,
  previewAlert,
  restoreAlerts,
  updateAlert,
} from './alerts-admin.ts';
import { exportAuditEvents, listAuditEvents } from './audit.ts';
import type { Call } from './call.ts';
import {
  correctCertificate,
  exportCertificates,
  getCertificate,
  listCertificates,
  listMyCertificates,
  setCertificateRevoked,
} from './certificates.ts';
import { sendContactMessage } from './contact.ts';
import { exportContactMessages, handleContactMessage, listContactMessages } from './contact-admin.ts';
import { getContentPage } from './content-pages.ts';
import { getCourse, listCourses } from './courses.ts';
import { listFavorites, setFavorite } from './favorites.ts';
import { getFeedbackQuestions, sendFeedback } from './feedback.ts';
import { exportFeedback, handleFeedback, listFeedback, listRatings } from './feedback-admin.ts';
import { completeGuide, getGuide, listGuides } from './guides.ts';
import { getHealth } from './health.ts';
import { getInstructor, listInstructors } from './instructors.ts';
import {
  getAttempt,
  getKnowledgeCheck,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from './knowledge-checks.ts';
import { grantAttempt } from './knowledge-checks-admin.ts';
import {
  extendLabSession,
  getGuideLab,
  getLabSession,
  getLabSolution,
  getLessonLab,
  openLabChannel,
  openLabPage,
  receiveLabEvent,
  recordLabSteps,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from './labs.ts';
import { endLabSession, exportLabSessions, getLabSteps, listLabEngines, listLabSessions } from './labs-admin.ts';
import { getLearningPath, listLearningPaths } from './learning-paths.ts';
import { completeLesson, getLesson, listLessons } from './lessons.ts';
import { getMailState } from './mail.ts';
import {
  addEmail,
  checkVerificationCode,
  deleteEmail,
  exportEmails,
  listEmails,
  sendVerificationCode,
  updateEmail,
} from './managed-emails.ts';
import { getMembership, requestVoucher } from './memberships.ts';
import { exportVoucherRequests, listVoucherRequests, setVoucherSent } from './memberships-admin.ts';
import { getNotifications, setNotification } from './notifications.ts';
import { addPageView } from './page-views.ts';
import { findAccount, getMyAccess } from './people.ts';
import { exportPeople, searchPeople, setMembership, toggleAdmin } from './people-admin.ts';
import { importPeople, listImports, undoImport } from './people-import.ts';
import { helpSignIn, invitePeople } from './people-invitations.ts';
import { getLearner } from './people-learners.ts';
import { createToken, deleteTokens, exportTokens, listAbilities, listTokens } from './personal-access-tokens.ts';
import { getProgressMark, getProgressOverlay, restartCourse, sendProgressEvents } from './progress.ts';
import { deleteContent, listContent, putContent, setContentStatus } from './publishing.ts';
import {
  getContentUse,
  listPublishedContent,
  removeContent,
  republishContent,
  unpublishContent,
} from './publishing-admin.ts';
import { getContentVersion, listContentVersions, rollBackContent } from './publishing-history.ts';
import { reportBrowserError } from './reports.ts';
import {
  answerReview,
  getReviewSummary,
  listReviewMarks,
  listReviewQuestions,
  setReviewEnabled,
  setReviewMark,
} from './reviews.ts';
import { searchAcademy } from './search.ts';
import { endLocalSession } from './sign-in.ts';
import { getFirstSteps, getStats } from './stats.ts';
import { endViewAs, startViewAs } from './view-as.ts';
import {
  createWebhook,
  deleteWebhook,
  exportWebhookDeliveries,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  replayWebhookDelivery,
  updateWebhook,
} from './webhooks.ts';
import { getGuideLabProof, getGuideWorkshop, getLessonLabProof, getLessonWorkshop } from './workshops.ts';

/** The calls of one noun; the reference shows them together. */
export interface CallGroup {
  readonly noun: string;
  /** What the calls are about, in a sentence. */
  readonly about: string;
  readonly calls: readonly Call[];
}

export const CALL_GROUPS: readonly CallGroup[] = [
  { noun: 'courses', about: 'Courses and their outlines.', calls: [listCourses, getCourse] },
  { noun: 'lessons', about: 'Lessons: outline, text, completion.', calls: [listLessons, getLesson, completeLesson] },
  {
    noun: 'knowledge-checks',
    about: 'Knowledge checks: attempts, answers, results.',
    calls: [getKnowledgeCheck, openAttempt, saveAnswer, submitAttempt, listAttempts, getAttempt, grantAttempt],
  },
  {
    noun: 'guides',
    about: 'Guides: one task in half an hour, outside of any course.',
    calls: [listGuides, getGuide, completeGuide],
  },
  {
    noun: 'learning-paths',
    about: 'Courses and tests in a recommended order.',
    calls: [listLearningPaths, getLearningPath],
  },
  { noun: 'instructors', about: 'The teachers of courses.', calls: [listInstructors, getInstructor] },
  { noun: 'content-pages', about: 'Pages that authors write.', calls: [getContentPage] },
  { noun: 'search', about: 'Finding what was published.', calls: [searchAcademy] },
  {
    noun: 'progress',
    about: 'Progress of learners.',
    calls: [getProgressOverlay, sendProgressEvents, restartCourse, getProgressMark],
  },
  { noun: 'favorites', about: 'Favorites of learners.', calls: [setFavorite, listFavorites] },
  {
    noun: 'reviews',
    about: 'Questions that come back after growing intervals.',
    calls: [getReviewSummary, listReviewQuestions, answerReview, listReviewMarks, setReviewMark, setReviewEnabled],
  },
  {
    noun: 'certificates',
    about: 'Certificates for finished courses and paths.',
    calls: [
      listMyCertificates,
      getCertificate,
      listCertificates,
      correctCertificate,
      setCertificateRevoked,
      exportCertificates,
    ],
  },
  {
    noun: 'labs',
    about: 'Labs: what they show, their sessions, the engines that run them.',
    calls: [
      getLessonWorkshop,
      getGuideWorkshop,
      getLessonLabProof,
      getGuideLabProof,
      getLessonLab,
      getGuideLab,
      startLabSession,
      getLabSession,
      extendLabSession,
      terminateLabSession,
      saveLabSnapshot,
      recordLabSteps,
      getLabSolution,
      openLabChannel,
      openLabPage,
      receiveLabEvent,
      listLabSessions,
      listLabEngines,
      getLabSteps,
      endLabSession,
      exportLabSessions,
    ],
  },
  {
    noun: 'memberships',
    about: 'Pro membership and its exam vouchers.',
    calls: [getMembership, requestVoucher, listVoucherRequests, setVoucherSent, exportVoucherRequests],
  },
  {
    noun: 'notifications',
    about: 'Mail that learners choose to get.',
    calls: [getNotifications, setNotification],
  },
  {
    noun: 'account',
    about: 'The account of the signed-in person and its sessions.',
    calls: [
      getAccount,
      updateAccount,
      setLanguage,
      listSessions,
      endSessions,
      exportAccount,
      deleteAccount,
      endLocalSession,
    ],
  },
  {
    noun: 'people',
    about: 'People of the installation, their roles and memberships.',
    calls: [
      findAccount,
      getMyAccess,
      searchPeople,
      toggleAdmin,
      setMembership,
      getLearner,
      importPeople,
      listImports,
      undoImport,
      invitePeople,
      helpSignIn,
      exportPeople,
    ],
  },
  {
    noun: 'view-as',
    about: 'Impersonation: seeing the academy as another person sees it.',
    calls: [startViewAs, endViewAs],
  },
  {
    noun: 'personal-access-tokens',
    about: 'Personal access tokens for scripts.',
    calls: [listAbilities, createToken, listTokens, deleteTokens, exportTokens],
  },
  {
    noun: 'publishing',
    about: 'Publishing content, and its history.',
    calls: [
      listContent,
      putContent,
      deleteContent,
      setContentStatus,
      listContentVersions,
      getContentVersion,
      rollBackContent,
      listPublishedContent,
      getContentUse,
      unpublishContent,
      republishContent,
      removeContent,
    ],
  },
  {
    noun: 'alerts',
    about: 'Messages to everybody, above every page.',
    calls: [
      listPublicAlerts,
      listAlerts,
      getAlert,
      createAlert,
      updateAlert,
      deleteAlerts,
      restoreAlerts,
      previewAlert,
      exportAlerts,
    ],
  },
  {
    noun: 'feedback',
    about: 'Ratings, comments and the survey.',
    calls: [getFeedbackQuestions, sendFeedback, listFeedback, handleFeedback, listRatings, exportFeedback],
  },
  {
    noun: 'contact',
    about: 'Messages of the contact form.',
    calls: [sendContactMessage, listContactMessages, handleContactMessage, exportContactMessages],
  },
  {
    noun: 'managed-emails',
    about: 'Further addresses of people and of the academy, and the state of the mail queue.',
    calls: [
      listEmails,
      addEmail,
      updateEmail,
      deleteEmail,
      sendVerificationCode,
      checkVerificationCode,
      exportEmails,
      getMailState,
    ],
  },
  { noun: 'reports', about: 'Errors of browsers.', calls: [reportBrowserError] },
  { noun: 'page-views', about: 'How often pages are viewed, without personal data.', calls: [addPageView] },
  { noun: 'stats', about: 'Statistics of the dashboard.', calls: [getStats, getFirstSteps] },
  { noun: 'health', about: 'How the installation is, for administrators.', calls: [getHealth] },
  {
    noun: 'audit',
    about: 'The audit log: changes of rights, addresses, settings and content.',
    calls: [listAuditEvents, exportAuditEvents],
  },
  {
    noun: 'webhooks',
    about: 'Webhooks: other systems that an academy notifies.',
    calls: [
      listWebhooks,
      createWebhook,
      updateWebhook,
      deleteWebhook,
      pingWebhook,
      listWebhookDeliveries,
      replayWebhookDelivery,
      exportWebhookDeliveries,
    ],
  },
];

/** Every call of the API. The server refuses to start when one of them has no handler, or two. */
export const CALLS: readonly Call[] = CALL_GROUPS.flatMap(({ calls }) => calls);
