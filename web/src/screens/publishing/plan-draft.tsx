import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { type Draft, useDraftChanges } from '../../api/drafts.ts';
import { zoneText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { actionTexts } from '../../ui/action-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { draftsTexts } from './drafts-texts.ts';

interface PlanDraftProps {
  tenantId: string;
  draft: Draft;
  onClose: () => void;
}

/** Asks when a draft is to be published, by the viewer's clock, whose time zone is named. */
export function PlanDraft({ tenantId, draft, onClose }: PlanDraftProps) {
  const { plan } = useDraftChanges(tenantId);
  const [local, setLocal] = useState('');
  const [problem, setProblem] = useState('');
  const [isPending, setPending] = useState(false);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const at = Date.parse(local);
  const send = async () => {
    if (Number.isNaN(at) || at <= Date.now()) return setProblem(draftsTexts.noTime);
    setPending(true);
    try {
      await plan(draft.draftId, { at: new Date(at).toISOString(), timeZone });
      addToast({ type: 'success', message: draftsTexts.isPlanned, autoClose: true });
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setPending(false);
    }
  };
  return (
    <Modal
      open
      title={draftsTexts.planTitle({ name: draft.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{actionTexts.cancel}</Button>
          <Button look="primary" disabled={isPending} onClick={() => void send()}>
            {draftsTexts.planAction}
          </Button>
        </>
      }
    >
      <Field
        label={draftsTexts.at}
        hint={draftsTexts.atHint({ timeZone, zone: zoneText(Number.isNaN(at) ? Date.now() : at) })}
        {...(problem === '' ? {} : { problem })}
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            data-first
            value={local}
            onChange={({ target }) => {
              setLocal(target.value);
              setProblem('');
            }}
          />
        )}
      </Field>
      <p>{draftsTexts.planText}</p>
    </Modal>
  );
}
