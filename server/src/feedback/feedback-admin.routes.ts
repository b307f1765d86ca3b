import { SURVEY_SCHEMA, type SurveyAnswers } from '@academy/contract/feedback';
import {
  exportFeedback,
  type FeedbackItem,
  handleFeedback,
  listFeedback,
  listRatings,
  MAX_RATINGS,
} from '@academy/contract/feedback-admin';
import type { Tenant } from '@academy/contract/tenants';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import { handlingOf } from '../handling/handled.ts';
import type { FeedbackAdminStore, FeedbackRow } from './feedback-admin.store.ts';
import type { feedbackHandling } from './feedback-handling.service.ts';
import { surveyInWords } from './survey-words.ts';

export function bindFeedbackAdmin(
  calls: CallTable,
  store: FeedbackAdminStore,
  handle: ReturnType<typeof feedbackHandling>,
): void {
  calls.bind(handleFeedback, ({ scope, params, body }) => handle(scope, params.feedbackId, body));

  calls.bind(listFeedback, async ({ scope: { tenant, tenantId }, query }) => {
    const [{ rows, total }, courses] = await Promise.all([store.page(tenantId, query, query), store.courses(tenantId)]);
    return { result: { content: rows.map((row) => present(tenant, row)), totalElements: total, courses } };
  });

  calls.bind(listRatings, async ({ scope: { tenantId }, query }) => ({
    result: (await store.ratings(tenantId, query, MAX_RATINGS)).map(({ type, lessonTitle, ...row }) => ({
      type: type as FeedbackItem['type'],
      id: row.id,
      courseId: row.courseId,
      title: (type === 'lesson' ? lessonTitle : row.courseTitle) ?? row.id ?? '',
      courseTitle: row.courseTitle,
      stars: [row.one, row.two, row.three, row.four, row.five],
      count: row.count,
      average: row.average,
    })),
  }));

  calls.bind(exportFeedback, async ({ scope: { tenant, tenantId }, query }) =>
    csvReply('feedback', columnsOf(tenant), (after: FeedbackRow | null, max) =>
      store.after(tenantId, query, after, max),
    ),
  );
}

function present(tenant: Tenant, { feedback: row, courseTitle, lessonTitle, ...writer }: FeedbackRow): FeedbackItem {
  const type = row.feedbackableType as FeedbackItem['type'];
  const context = row.context as Partial<FeedbackItem['context']>;
  return {
    feedbackId: row.feedbackId,
    at: row.createdAt.toISOString(),
    type,
    title: (type === 'lesson' ? lessonTitle : courseTitle) ?? row.feedbackableId ?? '',
    courseId: row.courseId,
    courseTitle,
    lessonId: type === 'lesson' ? row.feedbackableId : null,
    schema: row.schema,
    rating: row.rating,
    comments: row.comments,
    isBug: row.isBug,
    answers: row.schema === SURVEY_SCHEMA ? surveyInWords(tenant, row.answers as SurveyAnswers) : null,
    context: { userAgent: context.userAgent ?? '', url: context.url ?? '', route: context.route ?? '' },
    isVisitor: row.personId === null,
    writer:
      writer.email === null
        ? null
        : { name: `${writer.firstName ?? ''} ${writer.lastName ?? ''}`.trim(), email: writer.email },
    ...handlingOf(row),
  };
}

function columnsOf(tenant: Tenant): readonly CsvColumn<FeedbackRow>[] {
  const column = (title: string, cell: (item: FeedbackItem) => string | number | boolean | null) =>
    [title, (row: FeedbackRow) => cell(present(tenant, row))] as const;
  return [
    column('When', ({ at }) => at),
    column('About', ({ type }) => type || 'academy'),
    column('Title', ({ title }) => title),
    column('Course', ({ courseTitle }) => courseTitle),
    column('Form', ({ schema }) => schema),
    column('Rating', ({ rating }) => rating),
    column('Problem', ({ isBug }) => isBug),
    column('Comments', ({ comments }) => comments),
    column(
      'Answers',
      ({ answers }) => answers?.map(({ question, answer }) => `${question} ${answer}`).join('\n') ?? '',
    ),
    column('Name', ({ writer }) => writer?.name ?? null),
    column('E-mail', ({ writer }) => writer?.email ?? null),
    column('State', ({ state }) => state),
    column('Note', ({ note }) => note),
    column('Answer', ({ answer }) => answer),
    column('Admin', ({ handledBy }) => handledBy),
    column('Page', ({ context }) => context.url),
    column('Browser', ({ context }) => context.userAgent),
  ];
}
