import { bindFeedback } from '../feedback/feedback.routes.ts';
import { feedbackService } from '../feedback/feedback.service.ts';
import { bindFeedbackAdmin } from '../feedback/feedback-admin.routes.ts';
import { feedbackAdminStore } from '../feedback/feedback-admin.store.ts';
import { feedbackHandling } from '../feedback/feedback-handling.service.ts';
import type { AppContext } from './app-context.ts';

export function installFeedback(context: AppContext): void {
  const { calls, db } = context;
  bindFeedback(calls, feedbackService(context));
  bindFeedbackAdmin(calls, feedbackAdminStore(db), feedbackHandling(context));
}
