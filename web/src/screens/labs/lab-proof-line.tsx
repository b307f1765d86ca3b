import type { ProofSummary } from '@academy/contract/lab-proof';
import { BadgeCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { utcDayText } from '../../lib/moments.ts';
import { Button } from '../../ui/button.tsx';
import css from './lab-proof.module.css';
import { labTexts } from './lab-texts.ts';

const LabProofRecord = lazyComponent(
  () => import('./lab-proof-record.tsx'),
  ({ LabProofRecord }) => LabProofRecord,
);

interface LabProofLineProps {
  proof: ProofSummary;
  /** Path of the lesson or guide that the lab belongs to. */
  path: string;
}

/** When the lab was proved, and the button that opens the record. */
export function LabProofLine({ proof, path }: LabProofLineProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`${css.line} no-print`}>
      <BadgeCheck aria-hidden="true" />
      {labTexts.proved({ date: utcDayText(proof.provedAt), skipped: proof.stepsSkipped })}
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {labTexts.showRecord}
      </Button>
      {isOpen && (
        <Suspense>
          <LabProofRecord summary={proof} path={path} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
