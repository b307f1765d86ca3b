import { EmailSchema } from '@academy/contract/email';
import { AcademyError } from '@academy/contract/errors';
import { type FeedbackSchema, SURVEY_SCHEMA, type SurveyAnswers } from '@academy/contract/feedback';
import { ORIGINAL } from '@academy/contract/i18n/languages';
import { itemPath, lessonPath } from '@academy/contract/rules/site-paths';
import { surveyProblems } from '@academy/contract/rules/survey-rules';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import * as v from 'valibot';
import type { CoursesService } from '../courses/courses.service.ts';
import type { Database } from '../db/connect.ts';
import { keptOnceUnder } from '../http/idempotency.ts';
import { inLanguageOf } from '../http/language.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { AcademyAddresses } from '../mail/academy-addresses.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { type FeedbackSubject, feedbackMail, type Writer } from '../mail/templates/message-mail.ts';
import type { Actor, Scope } from '../values/scope.ts';
import { feedbackStore } from './feedback.store.ts';
import { surveyInWords } from './survey-words.ts';

type Given = v.InferOutput<typeof FeedbackSchema>;
type About = Pick<Given, 'feedbackableType' | 'feedbackableId' | 'courseId'>;

interface FeedbackServiceOptions {
  db: Database;
  courses: Pick<CoursesService, 'outline' | 'coursesOfLessons'>;
  addresses: Pick<AcademyAddresses, 'recipients'>;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
}

/** Feedback of learners and visitors about lessons, courses and the academy. */
export function feedbackService({ db, courses, addresses, brandOf, mailQueued }: FeedbackServiceOptions) {
  /** @throws AcademyError invalid-input when this academy does not have the subject */
  async function subjectOf({ tenantId }: Scope, about: About): Promise<FeedbackSubject> {
    const { feedbackableType, feedbackableId, courseId } = about;
    if (feedbackableType === '') {
      if (feedbackableId !== null) throw unknown('feedbackableId');
      if (courseId !== null) throw unknown('courseId');
      return { about: 'academy', course: null, lesson: null, path: '/' };
    }
    if (feedbackableId === null) throw unknown('feedbackableId');
    const isLesson = feedbackableType === 'lesson';
    const ofLesson = isLesson ? (await courses.coursesOfLessons(tenantId, [feedbackableId])).get(feedbackableId) : null;
    const id = isLesson ? ofLesson : feedbackableId;
    const outline = id == null ? null : await courses.outline(tenantId, { id });
    if (outline === null) throw unknown('feedbackableId');
    if (courseId !== id) throw unknown('courseId');
    const { course, reachable } = outline;
    const lesson = isLesson ? reachable.find(({ lessonId }) => lessonId === feedbackableId) : undefined;
    const { title, slug } = course;
    return lesson === undefined
      ? { about: 'course', course: title, lesson: null, path: itemPath('course', slug) }
      : { about: 'lesson', course: title, lesson: lesson.title, path: lessonPath(slug, lesson.slug) };
  }

  return {
    /**
     * Stores feedback and mails it to the academy's address, both or neither.
     *
     * @param key idempotency key of the sender: a repeated message is stored and mailed once
     * @returns the id of the stored feedback
     * @throws AcademyError invalid-input
     */
    async keep(scope: Scope, given: Given, key?: string): Promise<string> {
      const { tenant, tenantId, actor } = scope;
      const subject = await subjectOf(scope, given);
      const { feedbackableType, feedbackableId, courseId, schema, context, isBug } = given;
      const words =
        given.schema === SURVEY_SCHEMA
          ? { comments: given.moreCommentsVal, rating: given.rating || null, answers: answersOf(tenant, given) }
          : { comments: given.comments, rating: null, answers: null };
      // Visitors cannot be contacted: the academy does not know them.
      const allowContact = actor !== null && given.allowContact;
      const id = await db.transaction(async (tx) => {
        const kept = await feedbackStore(tx).keep(tenantId, {
          ...{ feedbackableType, feedbackableId, courseId, schema, context, isBug, allowContact },
          ...words,
          answers: words.answers ?? {},
          personId: actor?.personId ?? null,
          idempotencyKey: keptOnceUnder(scope, key, given),
        });
        if (!kept.isNew) return kept.id;
        const { tenant: original, origin } = brandOf(tenantId);
        for (const { email: to, language } of await addresses.recipients(tx, tenantId, 'feedback')) {
          const mail = {
            to,
            subject,
            writer: allowContact ? writerOf(actor) : null,
            isVisitor: actor === null,
            isBug,
            ...words,
            answers:
              words.answers === null
                ? []
                : surveyInWords(tenantInLanguage(original, language ?? ORIGINAL), words.answers),
            key: `feedback ${kept.id} ${to}`,
          };
          await enqueueMail(
            tx,
            inLanguageOf(language, () => feedbackMail(original, origin, mail)),
          );
        }
        return kept.id;
      });
      mailQueued();
      return id;
    },
  };
}

export type FeedbackService = ReturnType<typeof feedbackService>;

/** @throws AcademyError invalid-input when answers are missing, or are not among the academy's options */
function answersOf({ survey }: Tenant, given: Extract<Given, { schema: typeof SURVEY_SCHEMA }>): SurveyAnswers {
  const { feedback: answers, rating, moreCommentsVal: moreComments } = given;
  const own = survey.customQuestion;
  const [missing] = Object.entries(surveyProblems({ rating, moreComments, answers }, own !== ''));
  if (missing !== undefined) {
    const [field, message] = missing;
    throw new AcademyError('invalid-input', { message: `${field}: ${message}`, field });
  }
  const unknownOf = (keys: readonly string[], options: Tenant['survey']['options']) =>
    keys.some((key) => !options.some((option) => option.key === key));
  if (answers.customQuestion !== own) throw unknown('feedback.customQuestion');
  if (own === '' && answers.otherAnswer !== '') throw unknown('feedback.otherAnswer');
  if (unknownOf(answers.customQuestionAnswers, survey.options)) throw unknown('feedback.customQuestionAnswers');
  if (unknownOf(answers.levels, survey.levels)) throw unknown('feedback.levels');
  return {
    ...answers,
    levels: [...new Set(answers.levels)],
    customQuestionAnswers: [...new Set(answers.customQuestionAnswers)],
  };
}

/** Another provider may identify people by a text that is no e-mail address: they cannot be contacted. */
function writerOf({ firstName, lastName, email }: Actor): Writer | null {
  return v.is(EmailSchema, email) ? { name: `${firstName} ${lastName}`.trim(), email } : null;
}

function unknown(field: string): AcademyError {
  return new AcademyError('invalid-input', { message: replyTexts.unknown({ field }), field });
}
