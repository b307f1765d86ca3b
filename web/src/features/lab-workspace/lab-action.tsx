import type { LabAction } from '@academy/contract/labs';
import type { Outcome } from '@academy/lab-engine/action-runner';
import { Check, OctagonAlert, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { verbOf } from './action-labels.ts';
import { firstLines } from './first-lines.ts';
import css from './lab-action.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { outcomeText } from './outcome-text.ts';

/** How far an action of the page is. */
export type ActionState = { state: 'running' } | Outcome;

interface ActionBarProps {
  action: LabAction;
  now: ActionState | null;
  /** Whether the learner has tried it in vain, now or earlier. */
  hasFailed: boolean;
  inBrowser: boolean;
  onRun: () => void;
}

/** The button of an action, what became of it, what a failed check wrote, and the author's hint after a failure. */
export function ActionBar({ action, now, hasFailed, inBrowser, onRun }: ActionBarProps) {
  const verb = verbOf(action);
  const state = now?.state ?? 'ready';
  const words = now === null ? '' : now.state === 'running' ? labWorkspaceTexts.running : outcomeText(now, inBrowser);
  const output = now?.state === 'failed' && now.reason?.code === 'notYet' ? firstLines(now.reason.output) : '';
  const { hint } = action.settings;
  return (
    <div className={css.action} data-state={state}>
      <Button className={css.run} disabled={state === 'running'} onClick={onRun}>
        <Play aria-hidden="true" />
        {verb}
      </Button>
      <span role="status">
        {state === 'done' && <Check aria-hidden="true" />}
        {state === 'failed' && <OctagonAlert aria-hidden="true" />}
        {words}
      </span>
      {output !== '' && <samp className={css.output}>{output}</samp>}
      {hasFailed && state !== 'done' && typeof hint === 'string' && (
        <details className={css.hint}>
          <summary>{labWorkspaceTexts.hint}</summary>
          <p dir="auto">{hint}</p>
        </details>
      )}
    </div>
  );
}
