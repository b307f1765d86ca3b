import { useEffect, useRef } from 'react';
import { academyName } from '../../lib/academy-name.ts';
import { momentText } from '../../lib/moments.ts';
import { Button } from '../../ui/button.tsx';
import css from './alert-form.module.css';
import { alertFormTexts } from './alert-form-texts.ts';
import { type AlertDraft, type AlertField, audienceNames, differences, fieldNames, levelNames } from './alert-rules.ts';

interface AlertConflictProps {
  /** Who changed it and when, in the server's words. */
  message: string;
  mine: AlertDraft;
  theirs: AlertDraft;
  isPending: boolean;
  /** Overwrites the other version with the form. */
  onSaveMine: () => void;
  /** Loads the other version into the form. */
  onTakeTheirs: () => void;
}

/** An edit conflict: both versions of the alert, and the choice between them. */
export function AlertConflict({ message, mine, theirs, isPending, onSaveMine, onTakeTheirs }: AlertConflictProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const fields = differences(mine, theirs);
  return (
    <section className={css.conflict} aria-labelledby="alert-conflict">
      <h2 id="alert-conflict" ref={head} tabIndex={-1}>
        {alertFormTexts.conflictTitle}
      </h2>
      <p>{message}</p>
      {fields.length === 0 ? (
        <p>{alertFormTexts.sameText}</p>
      ) : (
        <table className={css.versions}>
          <thead>
            <tr>
              <td />
              <th scope="col">{alertFormTexts.yours}</th>
              <th scope="col">{alertFormTexts.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{fieldNames()[field]}</th>
                <td>{wordsOf(mine, field)}</td>
                <td>{wordsOf(theirs, field)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css.buttons}>
        <Button disabled={isPending} onClick={onSaveMine}>
          {alertFormTexts.saveYours}
        </Button>
        <Button disabled={isPending} onClick={onTakeTheirs}>
          {alertFormTexts.takeTheirs}
        </Button>
      </div>
    </section>
  );
}

function wordsOf(draft: AlertDraft, field: AlertField): string {
  if (field === 'level') return levelNames()[draft.level];
  if (field === 'audience') return audienceNames()[draft.audience];
  if (field === 'tenantIds') return draft.tenantIds.map(academyName).join(', ');
  const words = draft[field];
  return words === '' ? alertFormTexts.nothing : field === 'from' || field === 'to' ? momentText(words) : words;
}
