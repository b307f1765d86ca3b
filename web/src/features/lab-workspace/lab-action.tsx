import type { LabAction } from '@academy/contract/labs';
import { checkForm } from '@academy/contract/rules/check-form';
import type { CheckAnswers, Outcome } from '@academy/lab-engine/action-runner';
import type { LabFile } from '@academy/lab-engine/engine-protocol';
import { Check, OctagonAlert, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ActionExtras } from './action-extras.tsx';
import { verbOf } from './action-labels.ts';
import { CheckFormFields } from './check-form-fields.tsx';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { outcomeText } from './outcome-text.ts';

/** How far an action of the page is. */
export type ActionState = { state: 'running' } | Outcome;

interface ActionBarProps {
  action: LabAction;
  now: ActionState | null;
  /** Whether it ran, and does not run again. */
  isSpent: boolean;
  inBrowser: boolean;
  files: readonly LabFile[];
  onRun: (answers: CheckAnswers | null) => void;
}

/** The button of an action, or the form of its check, and what became of it. Actions that labs cannot run have neither. */
export function ActionBar({ action, now, isSpent, inBrowser, files, onRun }: ActionBarProps) {
  const state = now?.state ?? 'ready';
  const isRunning = state === 'running';
  const form = action.known ? checkForm(action.settings.inputs) : null;
  return (
    <div className={css.action} data-state={state}>
      {form !== null && <CheckFormFields form={form} disabled={isRunning || isSpent} onSubmit={onRun} />}
      {action.known && form === null && (
        <Button className={css.run} disabled={isRunning || isSpent} onClick={() => onRun(null)}>
          <Play aria-hidden="true" />
          {verbOf(action)}
        </Button>
      )}
      <span role="status">
        {state === 'done' && <Check aria-hidden="true" />}
        {state === 'failed' && <OctagonAlert aria-hidden="true" />}
        {wordsOf(action, now, isSpent, inBrowser)}
      </span>
      <ActionExtras action={action} files={files} />
    </div>
  );
}

function wordsOf(action: LabAction, now: ActionState | null, isSpent: boolean, inBrowser: boolean): string {
  if (!action.known) return labWorkspaceTexts.cannot;
  if (now === null) return action.settings.required === true ? labWorkspaceTexts.required : '';
  if (now.state === 'running') return labWorkspaceTexts.running;
  return isSpent ? labWorkspaceTexts.runsOnce : outcomeText(now, inBrowser);
}
