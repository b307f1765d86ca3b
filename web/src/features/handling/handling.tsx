import { HANDLING_LIMITS, HANDLING_STATES, type Handling, type HandlingChange } from '@academy/contract/handling';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { draftsOf, useDraft } from '../../forms/drafts.ts';
import { momentText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './handling.module.css';
import { handlingTexts } from './handling-texts.ts';

/** Names of the states, for columns and filters. */
export const handlingStates = (): readonly (readonly [Handling['state'], string])[] =>
  HANDLING_STATES.map((state) => [state, stateText(state)] as const);

export function stateText(state: Handling['state']): string {
  return { open: handlingTexts.open, answered: handlingTexts.answered, closed: handlingTexts.closed }[state];
}

/** Unsent notes and answers, of a message each. The note is null until it is edited: it may be another admin's by then. */
const drafts = draftsOf<{ note: string | null; answer: string }>('handling', { note: null, answer: '' });

interface HandlingFormProps {
  /** Id of the message. */
  id: string;
  handling: Handling;
  /** Address that an answer goes to; null: the writer cannot be answered. */
  writer: string | null;
  /** @throws CallError */
  onChange: (change: HandlingChange) => Promise<unknown>;
}

/** State, note and answer of a message. What was typed stays when it cannot be saved, and through a log-in. */
export function HandlingForm({ id, handling, writer, onChange }: HandlingFormProps) {
  const { handledBy, handledAt } = handling;
  const { words, change: edit, clear } = useDraft(drafts, { id });
  const { answer } = words;
  const note = words.note ?? handling.note;
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const send = async (change: HandlingChange, message: string) => {
    setPending(true);
    try {
      const ownNote = words.note === null ? {} : { note: words.note };
      await onChange({ ...ownNote, ...change, expectedHandledAt: handledAt });
      setProblem(undefined);
      // An answer that is not sent yet stays.
      if (change.answer !== undefined || answer === '') clear();
      else edit({ note: null });
      addToast({ type: 'success', message, autoClose: true });
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={css.handling}>
      <p className={css.state}>
        {handledBy === null || handledAt === null
          ? stateText(handling.state)
          : handlingTexts.changedBy({
              state: stateText(handling.state),
              name: handledBy,
              moment: momentText(handledAt),
            })}
      </p>
      {handling.answer !== '' && (
        <div>
          <h3>{handlingTexts.yourAnswer}</h3>
          <blockquote dir="auto">{handling.answer}</blockquote>
        </div>
      )}
      <Field label={handlingTexts.note} hint={handlingTexts.noteHint}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={HANDLING_LIMITS.note}
            value={note}
            onChange={({ target }) => edit({ note: target.value })}
          />
        )}
      </Field>
      {writer === null ? (
        <p className={css.muted}>{handlingTexts.noAnswer}</p>
      ) : (
        <Field label={handlingTexts.answer} hint={handlingTexts.answerHint({ email: writer })}>
          {(control) => (
            <textarea
              {...control}
              rows={4}
              maxLength={HANDLING_LIMITS.answer}
              value={answer}
              onChange={({ target }) => edit({ answer: target.value })}
            />
          )}
        </Field>
      )}
      <p role="alert" className={css.problem}>
        {problem}
      </p>
      <div className={css.buttons}>
        {writer !== null && (
          <Button
            look="primary"
            disabled={isPending || answer.trim() === ''}
            onClick={() => void send({ answer }, handlingTexts.answerSent)}
          >
            {handlingTexts.sendAnswer}
          </Button>
        )}
        <Button disabled={isPending || note === handling.note} onClick={() => void send({}, handlingTexts.noteSaved)}>
          {handlingTexts.saveNote}
        </Button>
        {handling.state === 'closed' ? (
          <Button disabled={isPending} onClick={() => void send({ state: 'open' }, handlingTexts.opened)}>
            {handlingTexts.reopen}
          </Button>
        ) : (
          <Button disabled={isPending} onClick={() => void send({ state: 'closed' }, handlingTexts.wasClosed)}>
            {handlingTexts.close}
          </Button>
        )}
      </div>
    </div>
  );
}
