import { useId } from 'react';
import css from './lab-progress.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

interface LabProgressProps {
  /** Of the page, from 1. */
  position: number;
  /** Pages of the lab. */
  count: number;
  /** Steps of the whole lab, and how many of them are done. */
  steps: { done: number; count: number };
}

/** How far the learner is: the page, and the steps of the whole lab. */
export function LabProgress({ position, count, steps }: LabProgressProps) {
  const id = useId();
  return (
    <div className={css.progress}>
      <p>{labWorkspaceTexts.pageOf({ position, count })}</p>
      {steps.count > 0 && (
        <>
          <p id={id}>
            {steps.done < steps.count ? labWorkspaceTexts.stepsOf(steps) : labWorkspaceTexts.allSteps(steps)}
          </p>
          <progress max={steps.count} value={steps.done} aria-labelledby={id} />
        </>
      )}
    </div>
  );
}
