import type { LabFile } from '@academy/lab-engine/engine-protocol';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { fetchLabSolution } from '../../api/labs.ts';
import { Button } from '../../ui/button.tsx';
import { DifferenceLines } from './difference-lines.tsx';
import css from './lab-solution.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { solutionDifference } from './solution-difference.ts';

interface LabSolutionProps {
  sessionId: string;
  /** The learner's files as they are now. */
  files: readonly LabFile[];
  /** Null until the learner has asked for it. */
  solution: readonly LabFile[] | null;
  onSolution: (solution: readonly LabFile[]) => void;
}

/** Compares the learner's files with the author's solution, once the learner asks for it. */
export function LabSolution({ sessionId, files, solution, onSolution }: LabSolutionProps) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const compare = async () => {
    setBusy(true);
    setProblem('');
    try {
      onSolution(await fetchLabSolution(sessionId));
    } catch (error) {
      setProblem(labWorkspaceTexts.solutionFailed({ message: reasonOf(error) }));
    }
    setBusy(false);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long differences are scrolled by the keyboard, too
    <section className={css.solution} tabIndex={0} aria-label={labWorkspaceTexts.solution}>
      <p>{labWorkspaceTexts.solutionHelp}</p>
      {solution === null && (
        <Button look="primary" disabled={busy} onClick={() => void compare()}>
          {busy ? labWorkspaceTexts.comparing : labWorkspaceTexts.compare}
        </Button>
      )}
      <p role="alert" className={css.problem}>
        {problem}
      </p>
      {solution?.map(({ path, text }) => (
        <FileDifference
          key={path}
          path={path}
          yours={files.find((file) => file.path === path)?.text ?? null}
          solution={text}
        />
      ))}
    </section>
  );
}

/** @param yours null: the learner has no such file */
function FileDifference({ path, yours, solution }: { path: string; yours: string | null; solution: string }) {
  const lines = solutionDifference(yours ?? '', solution);
  return (
    <section className={css.file} aria-label={labWorkspaceTexts.differencesIn({ path })}>
      <h3>{path.replace(/^exercises\//, '')}</h3>
      {lines.length === 0 && yours !== null ? (
        <p className={css.same}>
          <Check aria-hidden="true" />
          {labWorkspaceTexts.sameAsSolution}
        </p>
      ) : (
        <>
          <p>{yours === null ? labWorkspaceTexts.fileMissing : labWorkspaceTexts.fileDiffers}</p>
          <DifferenceLines lines={lines} />
        </>
      )}
    </section>
  );
}
