import { FEEDBACK_COMMENTS_MAX, FEEDBACK_SCHEMAS } from '@academy/contract/feedback';
import { TEXTS } from '@academy/contract/texts';
import { useId } from 'react';
import { postFeedback } from '../../api/feedback.ts';
import { draftsOf, useDraft } from '../../forms/drafts.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import type { OpenModal } from '../../lib/dialogs.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Choice } from './choice.tsx';
import { feedbackContext } from './feedback-context.ts';
import css from './feedback-form.module.css';
import { feedbackTexts } from './feedback-texts.ts';
import { SurveyLink } from './survey-link.tsx';

export interface FeedbackFormProps {
  about: OpenModal['about'];
  /** Pattern of the address, as the route table has it. */
  route: string;
  onClose: () => void;
  onSent: () => void;
}

const QUESTIONS = { lesson: 'questionOfLesson', course: 'questionOfCourse', '': 'questionOfAcademy' } as const;

const drafts = draftsOf('feedback', { comments: '', isBug: false, allowContact: false });

/** The simple form. Its draft is kept until it is sent. */
export function FeedbackForm({ about, route, onClose, onSent }: FeedbackFormProps) {
  const { isAuthenticated } = useSession();
  const { words, change, ready, drop } = useDraft(drafts, about);
  const { form, problems, answered, failure, isPending, submit } = useSubmit((name) =>
    name === 'comments' ? name : null,
  );
  const formId = useId();

  const send = async () => {
    const given = { ...words, comments: words.comments.trim() };
    const key = ready(given);
    const schema = FEEDBACK_SCHEMAS[about.feedbackableType];
    const allowContact = isAuthenticated && given.allowContact;
    await postFeedback({ ...about, schema, ...given, allowContact, context: feedbackContext(route) }, key);
    drop();
    onSent();
  };
  const check = () => (words.comments.trim() === '' ? { comments: TEXTS.commentsRequired } : {});

  return (
    <Modal
      open
      title={feedbackTexts.giveFeedback}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{feedbackTexts.cancel}</Button>
          <Button type="submit" form={formId} look="primary" aria-disabled={isPending}>
            {isPending ? feedbackTexts.oneMoment : feedbackTexts.send}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => void submit(event, check, send)}
      >
        <p className={css.question}>{feedbackTexts[QUESTIONS[about.feedbackableType]]}</p>
        <div role="alert">
          {failure !== null && <p className={css.failure}>{feedbackTexts.notSent({ failure })}</p>}
        </div>
        <Field label={feedbackTexts.comments} problem={problems.comments}>
          {(control) => (
            <textarea
              {...control}
              name="comments"
              rows={5}
              required
              maxLength={FEEDBACK_COMMENTS_MAX}
              data-first
              value={words.comments}
              onChange={({ target }) => {
                change({ comments: target.value });
                answered('comments');
              }}
              onBlur={() => change({ comments: words.comments.trim() })}
            />
          )}
        </Field>
        <Choice checked={words.isBug} onChange={(isBug) => change({ isBug })}>
          {feedbackTexts.isBroken}
        </Choice>
        {isAuthenticated && (
          <Choice checked={words.allowContact} onChange={(allowContact) => change({ allowContact })}>
            {feedbackTexts.mayContact}
          </Choice>
        )}
        <SurveyLink about={about} />
      </form>
    </Modal>
  );
}
