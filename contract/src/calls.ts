import { deleteAccount, endSessions, exportAccount, getAccount, listSessions, updateAccount } from './account.ts';
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
import { getContentVersion, listContentVersions, rollBackContent } from './content-history.ts';
import { getContentPage } from './content-pages.ts';
import { getCourse, listCourses } from './courses.ts';
import { listFavorites, setFavorite } from './favorites.ts';
import { getFeedbackQuestions, sendFeedback } from './feedback.ts';
import { exportFeedback, listFeedback, listRatings } from './feedback-admin.ts';
import { completeGuide, getGuide, listGuides } from './guides.ts';
import { getInstructor, listInstructors } from './instructors.ts';
import {
  getAttempt,
  getKnowledgeCheck,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from './knowledge-checks.ts';
import {
  extendLabSession,
  getGuideLab,
  getLabSession,
  getLessonLab,
  openLabChannel,
  receiveLabEvent,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from './labs.ts';
import { endLabSession, listLabEngines, listLabSessions } from './labs-admin.ts';
import { getLearner } from './learners.ts';
import { getLearningPath, listLearningPaths } from './learning-paths.ts';
import { completeLesson, getLesson, listLessons } from './lessons.ts';
import { getMailState } from './mail.ts';
import {
  addEmail,
  checkVerificationCode,
  deleteEmail,
  listEmails,
  sendVerificationCode,
  updateEmail,
} from './managed-emails.ts';
import { getMembership, requestVoucher } from './memberships.ts';
import { getNotifications, setNotification } from './notifications.ts';
import { findAccount, getMyAccess } from './people.ts';
import { exportPeople, searchPeople, setMembership, toggleAdmin } from './people-admin.ts';
import { importPeople } from './people-import.ts';
import { createToken, deleteTokens, exportTokens, listAbilities, listTokens } from './personal-access-tokens.ts';
import { getProgressMark, getProgressOverlay, restartCourse, sendProgressEvents } from './progress.ts';
import { deleteContent, listContent, putContent, setContentStatus } from './publishing.ts';
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
import { getStats } from './stats.ts';
import { endViewAs, startViewAs } from './view-as.ts';
import { exportVoucherRequests, listVoucherRequests, setVoucherSent } from './vouchers-admin.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  replayWebhookDelivery,
  updateWebhook,
} from './webhooks.ts';
import { getGuideWorkshop, getLessonWorkshop } from './workshops.ts';

/** Every call of the API. The server refuses to start when one of them is not bound, or bound twice. */
export const CALLS: readonly Call[] = [
  listCourses,
  getCourse,
  listLessons,
  getLesson,
  completeLesson,
  getKnowledgeCheck,
  openAttempt,
  saveAnswer,
  submitAttempt,
  listAttempts,
  getAttempt,
  getLessonWorkshop,
  getLessonLab,
  listGuides,
  getGuide,
  getGuideWorkshop,
  getGuideLab,
  startLabSession,
  getLabSession,
  extendLabSession,
  terminateLabSession,
  saveLabSnapshot,
  openLabChannel,
  receiveLabEvent,
  listLabSessions,
  listLabEngines,
  endLabSession,
  completeGuide,
  listLearningPaths,
  getLearningPath,
  getContentPage,
  searchAcademy,
  getProgressOverlay,
  sendProgressEvents,
  restartCourse,
  getProgressMark,
  getReviewSummary,
  listReviewQuestions,
  answerReview,
  listReviewMarks,
  setReviewMark,
  setReviewEnabled,
  getNotifications,
  setNotification,
  listMyCertificates,
  getCertificate,
  listCertificates,
  correctCertificate,
  setCertificateRevoked,
  setFavorite,
  listFavorites,
  listInstructors,
  getInstructor,
  findAccount,
  getMyAccess,
  searchPeople,
  toggleAdmin,
  setMembership,
  getLearner,
  importPeople,
  startViewAs,
  endViewAs,
  getMembership,
  requestVoucher,
  endLocalSession,
  getAccount,
  updateAccount,
  listSessions,
  endSessions,
  exportAccount,
  deleteAccount,
  listAbilities,
  createToken,
  listTokens,
  deleteTokens,
  listContent,
  putContent,
  deleteContent,
  setContentStatus,
  listContentVersions,
  getContentVersion,
  rollBackContent,
  listPublicAlerts,
  listAlerts,
  getAlert,
  createAlert,
  updateAlert,
  deleteAlerts,
  restoreAlerts,
  previewAlert,
  getFeedbackQuestions,
  sendFeedback,
  listAuditEvents,
  exportAuditEvents,
  listFeedback,
  listRatings,
  exportFeedback,
  sendContactMessage,
  getMailState,
  listEmails,
  addEmail,
  updateEmail,
  deleteEmail,
  sendVerificationCode,
  checkVerificationCode,
  getStats,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  pingWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  exportPeople,
  exportCertificates,
  exportTokens,
  exportAlerts,
  listVoucherRequests,
  setVoucherSent,
  exportVoucherRequests,
];
