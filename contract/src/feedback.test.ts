import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FEEDBACK_SCHEMAS, type FeedbackableType, FeedbackSchema } from './feedback.ts';

const aFeedback = (feedbackableType: FeedbackableType, more: object = {}) => ({
  feedbackableType,
  feedbackableId: feedbackableType === '' ? null : 'spring-something',
  courseId: null,
  schema: FEEDBACK_SCHEMAS[feedbackableType],
  comments: 'Clear.',
  isBug: false,
  allowContact: false,
  context: { userAgent: 'a browser', url: 'https://spring.example.org/', route: '/' },
  ...more,
});
const isTaken = (feedback: object) => v.safeParse(FeedbackSchema, feedback).success;

describe('the form of feedback', () => {
  it('has the name that belongs to what it is about, and no other', () => {
    expect(FEEDBACK_SCHEMAS).toEqual({ lesson: 'lesson-v2', course: 'course-v1', '': 'tenant-v1' });
    for (const type of ['lesson', 'course', ''] as const) {
      for (const schema of ['lesson-v2', 'course-v1', 'tenant-v1', 'lesson-v1', ''])
        expect([type, schema, isTaken(aFeedback(type, { schema }))]).toEqual([
          type,
          schema,
          schema === FEEDBACK_SCHEMAS[type],
        ]);
    }
  });

  // Shows clauses#feedback-and-survey
  it('needs comments that say something', () => {
    const [issue] = v.safeParse(FeedbackSchema, aFeedback('', { comments: '  \n ' })).issues ?? [];
    expect(issue?.message).toBe('The comments field is required');
  });
});
