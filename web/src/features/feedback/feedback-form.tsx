import { FEEDBACK_COMMENTS_MAX, FEEDBACK_CONTEXT_MAX, FEEDBACK_SCHEMAS } from '@academy/contract/feedback';
import { commentsRequired } from '@academy/contract/texts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { postFeedback } from '../../api/feedback.ts';
import type { OpenModal } from '../../lib/dialogs.ts';
import { useSession } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { type Draft, dropDraft, keepDraft, readDraft, readyToSend } from './draft.ts';
import css from './feedback-form.module.css';

interface FeedbackFormProps {
  about: OpenModal['about'];
  /** Pattern of the address, as the route table has it. */
  route: string;
  onClose: () => void;
  onSent: () => void;
}

const QUESTIONS: Readonly<Record<OpenModal['about']['feedbackableType'], string>> = {
  lesson: 'What helps in this lesson, what is missing, what is wrong? The people who write it read every word.',
  course: 'What helps in this course, what is missing, what is wrong? The people who write it read every word.',
  '': 'What helps you here, what is missing, what is wrong? The people behind the academy read every word.',
};

/** The simple form (specification 4 and 5). What is typed stays until it has been sent. */
export function FeedbackForm({ about, route, onClose, onSent }: FeedbackFormProps) {
  const { isAuthenticated } = useSession();
  const [draft, setDraft] = useState(() => readDraft(about));
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const formId = useId();

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(about, next);
  };
  useEffect(() => {
    if (problem !== undefined) area.current?.focus();
  }, [problem]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const ready = readyToSend({ ...draft, comments: draft.comments.trim() });
    setFailure(null);
    setProblem(undefined);
    if (ready.comments === '') {
      // Told anew each time, so that the field gets the focus each time.
      requestAnimationFrame(() => setProblem(commentsRequired));
      return;
    }
    change(ready);
    setPending(true);
    try {
      const { comments, isBug, allowContact, key } = ready;
      const schema = FEEDBACK_SCHEMAS[about.feedbackableType];
      const words = { comments, isBug, allowContact: isAuthenticated && allowContact };
      await postFeedback({ ...about, schema, ...words, context: contextOf(route) }, key);
      dropDraft(about);
      onSent();
    } catch (error) {
      setPending(false);
      const told = error instanceof CallError ? error.fields.comments : undefined;
      if (told !== undefined) setProblem(told.replace(/^comments: /, ''));
      else setFailure(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <Modal
      open
      title="Give Feedback"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" aria-disabled={isPending}>
            {isPending ? 'One moment' : 'Send feedback'}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void onSubmit(event)}>
        <p className={css.question}>{QUESTIONS[about.feedbackableType]}</p>
        <div role="alert">
          {failure !== null && (
            <p className={css.failure}>Your feedback was not sent. Nothing that you typed is lost. {failure}</p>
          )}
        </div>
        <Field label="Comments" problem={problem}>
          {(control) => (
            <textarea
              {...control}
              ref={area}
              className={css.comments}
              name="comments"
              rows={5}
              required
              maxLength={FEEDBACK_COMMENTS_MAX}
              data-first
              value={draft.comments}
              onChange={({ target }) => change({ comments: target.value })}
              onBlur={() => change({ comments: draft.comments.trim() })}
            />
          )}
        </Field>
        <Choice checked={draft.isBug} onChange={(isBug) => change({ isBug })}>
          Something is broken here
        </Choice>
        {isAuthenticated && (
          <Choice checked={draft.allowContact} onChange={(allowContact) => change({ allowContact })}>
            You may contact me about this
          </Choice>
        )}
      </form>
    </Modal>
  );
}

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: string;
}

function Choice({ checked, onChange, children }: ChoiceProps) {
  return (
    <label className={css.choice}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

/** Where it was written. Queries stay out: they can hold what somebody searched for. */
function contextOf(route: string) {
  const { userAgent, url, route: most } = FEEDBACK_CONTEXT_MAX;
  return {
    userAgent: navigator.userAgent.slice(0, userAgent),
    url: (location.origin + location.pathname).slice(0, url),
    route: route.slice(0, most),
  };
}
