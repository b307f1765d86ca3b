import { HANDLING_LIMITS, HANDLING_STATES, type Handling, type HandlingChange } from '@academy/contract/handling';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
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

interface HandlingFormProps {
  handling: Handling;
  /** Address that an answer goes to; null: the writer cannot be answered. */
  writer: string | null;
  /** @throws CallError */
  onChange: (change: HandlingChange) => Promise<unknown>;
}

/** State, note and answer of a message. What was typed stays when it cannot be saved. */
export function HandlingForm({ handling, writer, onChange }: HandlingFormProps) {
  const { handledBy, handledAt } = handling;
  /** Null: not edited, so it is what another admin may have written meanwhile. */
  const [edited, setEdited] = useState<string | null>(null);
  const note = edited ?? handling.note;
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const send = async (change: HandlingChange, message: string) => {
    setPending(true);
    try {
      const ownNote = edited === null ? {} : { note: edited };
      await onChange({ ...ownNote, ...change, expectedHandledAt: handledAt });
      setProblem(undefined);
      setEdited(null);
      if (change.answer !== undefined) setAnswer('');
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
            onChange={({ target }) => setEdited(target.value)}
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
              onChange={({ target }) => setAnswer(target.value)}
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
