import { AcademyError } from '@academy/contract/errors';
import { sendFeedback } from '@academy/contract/feedback';
import type { CallTable, Handler } from '../calls/bind.ts';
import type { CoursesService } from '../courses/courses.service.ts';
import type { TenantScope } from '../scope.ts';
import type { FeedbackStore } from './feedback.store.ts';

type About = Pick<
  Parameters<Handler<typeof sendFeedback>>[0]['body'],
  'feedbackableType' | 'feedbackableId' | 'courseId'
>;

export function bindFeedback(
  calls: CallTable,
  store: FeedbackStore,
  courses: Pick<CoursesService, 'outline' | 'coursesOfLessons'>,
): void {
  calls.bind(sendFeedback, async ({ scope, body, headers }) => {
    const { tenantId, actor } = scope;
    const { feedbackableType, feedbackableId, courseId, schema, comments, context, isBug } = body;
    await expectAbout(tenantId, body);
    const key = headers['idempotency-key'];
    const id = await store.keep(tenantId, {
      personId: actor?.personId ?? null,
      feedbackableType,
      feedbackableId,
      courseId,
      schema,
      comments,
      context,
      isBug,
      // Nobody can be asked back who did not say who he or she is.
      allowContact: actor !== null && body.allowContact,
      idempotencyKey: key === undefined ? null : `${actor?.personId ?? 'visitor'} ${key}`,
    });
    return { id };
  });

  /** @throws AcademyError invalid-input when what it is about is not in this academy */
  async function expectAbout(tenantId: TenantScope, { feedbackableType, feedbackableId, courseId }: About) {
    if (feedbackableType === '') {
      if (feedbackableId !== null) throw unknown('feedbackableId');
      if (courseId !== null) throw unknown('courseId');
      return;
    }
    if (feedbackableId === null) throw unknown('feedbackableId');
    const isLesson = feedbackableType === 'lesson';
    const ofLesson = isLesson ? (await courses.coursesOfLessons(tenantId, [feedbackableId])).get(feedbackableId) : null;
    const course = isLesson ? ofLesson : feedbackableId;
    if (course == null || (await courses.outline(tenantId, { id: course })) === null) throw unknown('feedbackableId');
    if (courseId !== course) throw unknown('courseId');
  }
}

function unknown(field: keyof About): AcademyError {
  return new AcademyError('invalid-input', { message: `${field}: is not known here`, field });
}
