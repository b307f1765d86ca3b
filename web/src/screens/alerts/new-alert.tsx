import { useState } from 'react';
import { useAlertChanges } from '../../api/alerts-admin.ts';
import { reasonOf } from '../../api/call-error.ts';
import { fieldProblems } from '../../forms/use-submit.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { navigate } from '../../navigation/location.tsx';
import { dropDraft, keepDraft, readDraft, type StoredDraft } from './alert-drafts.ts';
import { AlertForm } from './alert-form.tsx';
import { alertFormTexts } from './alert-form-texts.ts';
import {
  type AlertDraft,
  type AlertProblems,
  alertFieldOf,
  draftOf,
  emptyDraft,
  problemsOf,
  wordsOf,
} from './alert-rules.ts';
import { KnownAlert } from './known-alert.tsx';

interface NewAlertProps {
  /** Key of its draft. */
  what: string;
  initial: AlertDraft;
}

const withKey = (draft: AlertDraft): StoredDraft => ({ draft, key: crypto.randomUUID(), basedOn: null });

/** Begins an empty alert, at first for the chosen academy. */
export function EmptyAlert() {
  return <NewAlert what="new" initial={emptyDraft(useChosenAcademy())} />;
}

/** Begins an alert as another one is. */
export function AlertLikeId({ id }: { id: string }) {
  return (
    <KnownAlert id={id}>{(alert) => <NewAlert what={`replicate ${alert.id}`} initial={draftOf(alert)} />}</KnownAlert>
  );
}

/** Writes a new alert for one or several academies. Its draft is kept until it is created or discarded. */
function NewAlert({ what, initial }: NewAlertProps) {
  const { create } = useAlertChanges();
  const [kept, setKept] = useState(() => readDraft(what) ?? withKey(initial));
  const [problems, setProblems] = useState<AlertProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  const change = (draft: AlertDraft) => {
    // Changed input needs a new idempotency key, or the academy would take it for the alert that it has already.
    const next = withKey(draft);
    setKept(next);
    keepDraft(what, next);
  };
  const leave = () => {
    dropDraft(what);
    navigate(adminUrls.alerts(kept.draft.tenantIds[0]));
  };
  const onSubmit = async () => {
    const found = problemsOf(kept.draft);
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    try {
      await create(kept.draft.tenantIds, wordsOf(kept.draft, null), kept.key);
      leave();
    } catch (error) {
      const invalid = fieldProblems(error, alertFieldOf);
      setProblems(invalid);
      setFailure(Object.keys(invalid).length > 0 ? null : reasonOf(error));
      setPending(false);
    }
  };
  return (
    <AlertForm
      draft={kept.draft}
      onChange={change}
      problems={problems}
      failure={failure}
      isPending={isPending}
      submit={alertFormTexts.create}
      choosesAcademies
      onSubmit={() => void onSubmit()}
      onDiscard={leave}
    />
  );
}
