import { useState } from 'react';
import { type Alert, useAlertChanges } from '../../api/alerts-admin.ts';
import { CallError } from '../../api/call-error.ts';
import { fieldProblems } from '../../forms/use-submit.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { navigate } from '../../navigation/location.tsx';
import { Button } from '../../ui/button.tsx';
import { dropDraft, keepDraft, readDraft } from './alert-drafts.ts';
import css from './alert-form.module.css';
import { AlertForm } from './alert-form.tsx';
import { alertFormTexts } from './alert-form-texts.ts';
import { type AlertDraft, type AlertProblems, alertFieldOf, draftOf, problemsOf, wordsOf } from './alert-rules.ts';
import { KnownAlert } from './known-alert.tsx';

interface Trouble {
  failure?: string;
  /** The conflicting version of another administrator, and the server's message about it. */
  conflict?: { theirs: Alert; message: string };
  isGone?: boolean;
}

const focusWhenShown = (element: HTMLElement | null) => element?.focus();

/** Reads an alert and changes it. */
export function EditAlertOfId({ id }: { id: string }) {
  return <KnownAlert id={id}>{(alert) => <EditAlert alert={alert} />}</KnownAlert>;
}

/** Changes an alert. Changes that another administrator made meanwhile are overwritten only after a choice. */
function EditAlert({ alert }: { alert: Alert }) {
  const what = `edit ${alert.id}`;
  const { update, create, fresh } = useAlertChanges();
  const [base, setBase] = useState(alert);
  const [kept, setKept] = useState(
    () => readDraft(what) ?? { draft: draftOf(alert), key: crypto.randomUUID(), basedOn: alert.updatedAt },
  );
  const [problems, setProblems] = useState<AlertProblems>({});
  const [trouble, setTrouble] = useState<Trouble>({});
  const [isPending, setPending] = useState(false);

  const change = (draft: AlertDraft, basedOn = kept.basedOn) => {
    const next = { ...kept, draft, basedOn };
    setKept(next);
    keepDraft(what, next);
  };
  const leave = () => {
    dropDraft(what);
    navigate(adminUrls.alerts(alert.tenantId));
  };
  const failed = async (error: unknown) => {
    const { status, message } = error instanceof CallError ? error : new CallError(String(error));
    const invalid = fieldProblems(error, alertFieldOf);
    setProblems(invalid);
    if (status === 404) setTrouble({ isGone: true });
    else if (status === 409) {
      const theirs = await fresh(alert.tenantId, alert.id).catch(() => null);
      setTrouble(theirs === null ? { failure: message } : { conflict: { theirs, message } });
    } else setTrouble(Object.keys(invalid).length > 0 ? {} : { failure: message });
  };
  /** Validates the fields, then sends. */
  const send = async (act: () => Promise<void>) => {
    const found = problemsOf(kept.draft);
    setProblems(found);
    setTrouble({});
    if (Object.keys(found).length > 0) return;
    setPending(true);
    try {
      await act();
      leave();
    } catch (error) {
      await failed(error);
      setPending(false);
    }
  };
  const save = (expected: string) => send(() => update(alert, wordsOf(kept.draft, base), expected));
  const { conflict } = trouble;
  const takeTheirs = () => {
    if (conflict === undefined) return;
    setBase(conflict.theirs);
    change(draftOf(conflict.theirs), conflict.theirs.updatedAt);
    setTrouble({});
  };

  const notice = (
    <>
      {conflict && (
        <div className={css.conflict}>
          <p ref={focusWhenShown} tabIndex={-1}>
            {conflict.message}
          </p>
          <div className={css.buttons}>
            <Button disabled={isPending} onClick={() => void save(conflict.theirs.updatedAt)}>
              {alertFormTexts.saveYours}
            </Button>
            <Button disabled={isPending} onClick={takeTheirs}>
              {alertFormTexts.takeTheirs}
            </Button>
          </div>
        </div>
      )}
      {trouble.isGone && (
        <div className={css.conflict} role="alert">
          <p>{alertFormTexts.goneWhileEditing}</p>
          <div className={css.buttons}>
            <Button onClick={() => void send(() => create([alert.tenantId], wordsOf(kept.draft, base), kept.key))}>
              {alertFormTexts.createAgain}
            </Button>
          </div>
        </div>
      )}
    </>
  );
  return (
    <AlertForm
      draft={kept.draft}
      onChange={change}
      problems={problems}
      failure={trouble.failure ?? null}
      notice={notice}
      isPending={isPending}
      submit={alertFormTexts.save}
      choosesAcademies={false}
      onSubmit={() => void save(kept.basedOn ?? alert.updatedAt)}
      onDiscard={leave}
    />
  );
}
