import {
  FEEDBACK_COMMENTS_MAX,
  type FeedbackQuestions,
  OTHER_ANSWER_MAX,
  SURVEY_SCHEMA,
} from '@academy/contract/feedback';
import { surveyProblems } from '@academy/contract/rules/survey-rules';
import { useEffect, useId, useRef } from 'react';
import { postFeedback } from '../../api/feedback.ts';
import { useDraft } from '../../forms/drafts.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Choice } from './choice.tsx';
import { Choices } from './choices.tsx';
import { feedbackContext } from './feedback-context.ts';
import css from './feedback-form.module.css';
import type { FeedbackFormProps } from './feedback-form.tsx';
import { feedbackTexts } from './feedback-texts.ts';
import { Stars } from './stars.tsx';
import { surveyDrafts } from './survey-drafts.ts';

/** The form's field for one of the server's. */
const FIELDS = {
  rating: 'rating',
  moreComments: 'moreComments',
  moreCommentsVal: 'moreComments',
  customQuestionAnswers: 'customQuestionAnswers',
  'feedback.customQuestionAnswers': 'customQuestionAnswers',
  'feedback.otherAnswer': 'customQuestionAnswers',
  levels: 'levels',
  'feedback.levels': 'levels',
} as const;

const RATE = { lesson: 'rateLesson', course: 'rateCourse', '': 'rateAcademy' } as const;

/** The survey that follows the simple form. Its draft is kept until it is sent. */
export function SurveyForm(props: FeedbackFormProps & { questions: FeedbackQuestions }) {
  const { about, route, questions, onClose, onSent } = props;
  const { survey } = useTenant();
  const { isAuthenticated } = useSession();
  const { words, change, ready, drop } = useDraft(surveyDrafts, about);
  const { form, problems, answered, failure, isPending, submit } = useSubmit(
    (name) => FIELDS[name as keyof typeof FIELDS],
  );
  const formId = useId();
  const hasOwn = questions.customQuestion.length > 0;
  const answers = {
    levels: [...words.levels],
    customQuestion: survey.customQuestion,
    customQuestionAnswers: [...words.customQuestionAnswers],
    otherAnswer: words.hasOther ? words.other.trim() : '',
  };

  const send = async () => {
    const { rating, moreComments, contactYou } = words;
    const key = ready(words);
    await postFeedback(
      {
        ...about,
        schema: SURVEY_SCHEMA,
        comments: '',
        isBug: false,
        rating: rating === 0 ? null : rating,
        feedback: answers,
        moreCommentsVal: moreComments.trim(),
        allowContact: isAuthenticated && contactYou,
        context: feedbackContext(route),
      },
      key,
    );
    drop();
    onSent();
  };

  return (
    <Modal
      open
      title={feedbackTexts.moreQuestions}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{feedbackTexts.cancel}</Button>
          <Button type="submit" form={formId} look="primary" aria-disabled={isPending}>
            {isPending ? feedbackTexts.oneMoment : feedbackTexts.sendAnswers}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => void submit(event, () => surveyProblems({ ...words, answers }, hasOwn), send)}
      >
        <div role="alert">
          {failure !== null && <p className={css.failure}>{feedbackTexts.answersNotSent({ failure })}</p>}
        </div>
        <Stars
          legend={feedbackTexts[RATE[about.feedbackableType]]}
          rating={words.rating}
          problem={problems.rating}
          onChange={(rating) => {
            change({ rating });
            answered('rating', 'moreComments');
          }}
        />
        {hasOwn && (
          <Choices
            legend={survey.prompt}
            options={questions.customQuestion}
            chosen={words.customQuestionAnswers}
            problem={problems.customQuestionAnswers}
            onChange={(customQuestionAnswers) => {
              change({ customQuestionAnswers });
              answered('customQuestionAnswers');
            }}
            last={
              <Choice
                framed
                checked={words.hasOther}
                invalid={problems.customQuestionAnswers !== undefined}
                onChange={(hasOther) => change({ hasOther })}
              >
                {feedbackTexts.other}
              </Choice>
            }
          >
            {words.hasOther && (
              <Other
                text={words.other}
                onChange={(other) => {
                  change({ other });
                  answered('customQuestionAnswers');
                }}
              />
            )}
          </Choices>
        )}
        <Choices
          legend={survey.levelPrompt}
          options={questions.level}
          chosen={words.levels}
          problem={problems.levels}
          onChange={(levels) => {
            change({ levels });
            answered('levels');
          }}
        />
        <Field label={feedbackTexts.moreComments} problem={problems.moreComments}>
          {(control) => (
            <textarea
              {...control}
              name="moreComments"
              rows={4}
              maxLength={FEEDBACK_COMMENTS_MAX}
              value={words.moreComments}
              onChange={({ target }) => {
                change({ moreComments: target.value });
                answered('rating', 'moreComments');
              }}
              onBlur={() => change({ moreComments: words.moreComments.trim() })}
            />
          )}
        </Field>
        {isAuthenticated && (
          <Choice checked={words.contactYou} onChange={(contactYou) => change({ contactYou })}>
            {feedbackTexts.mayContact}
          </Choice>
        )}
      </form>
    </Modal>
  );
}

/** An answer in free text. Ticking 'Other' moves the focus to it. */
function Other({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const wasEmpty = useRef(text === '');
  useEffect(() => {
    if (wasEmpty.current) input.current?.focus();
  }, []);
  return (
    <Field label={feedbackTexts.whatElse}>
      {(control) => (
        <input
          {...control}
          ref={input}
          name="other"
          maxLength={OTHER_ANSWER_MAX}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => onChange(text.trim())}
        />
      )}
    </Field>
  );
}
