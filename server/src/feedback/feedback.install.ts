import type { AppContext } from '../app-context.ts';
import { bindFeedback } from './feedback.routes.ts';
import { feedbackService } from './feedback.service.ts';
import { bindFeedbackAdmin } from './feedback-admin.routes.ts';
import { feedbackAdminStore } from './feedback-admin.store.ts';
import { feedbackHandling } from './feedback-handling.service.ts';

export function installFeedback(context: AppContext): void {
  const { calls, db } = context;
  bindFeedback(calls, feedbackService(context));
  bindFeedbackAdmin(calls, feedbackAdminStore(db), feedbackHandling(context));
}
