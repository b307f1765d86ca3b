import type { Lab, LabContent, LabImage } from '@academy/contract/labs';
import { useEffect, useState } from 'react';
import { type RefusedSteps, refusedSteps } from '../../features/lab-workspace/refused-steps.ts';
import { mayLoadAhead } from '../../navigation/may-load-ahead.ts';
import { labStartTexts } from './lab-start-texts.ts';

interface Engine {
  /** What a lab runs in, and what that lacks. */
  sentences(content: LabContent | null): readonly string[];
  /** Whether it may refuse steps of a lab, which can be read before the start. */
  refuses: boolean;
}

/** What learners read about what a lab runs in, by the engine. */
const ENGINES: Readonly<Record<Lab['provider'], Engine>> = {
  browser: {
    sentences: (content) => [
      labStartTexts.browser,
      labStartTexts.lightShell,
      ...(content?.namesFiles ? [labStartTexts.lacksFiles] : []),
    ],
    refuses: true,
  },
  sandbox: { sentences: () => [labStartTexts.sandbox], refuses: false },
  educates: { sentences: () => [labStartTexts.educates], refuses: false },
  external: { sentences: () => [], refuses: false },
};

/** A Linux in the browser, which is loaded first. */
const linux = (image: LabImage): Engine => ({
  sentences: (content) => [
    labStartTexts.linux({ megabytes: megabytesOf(image) }),
    ...(content?.namesFiles ? [labStartTexts.lacksFiles] : []),
  ],
  refuses: false,
});

/** Megabytes that an image loads before its prompt. */
export const megabytesOf = ({ bytes }: LabImage): number => Math.ceil(bytes / 1_000_000);

interface LabRunsInProps {
  engine: Lab['provider'];
  content: LabContent | null;
  /** The Linux in which a lab of the browser will run; null: in the light shell. */
  image: LabImage | null;
}

/** Says before a lab starts what it will run in, and which of its steps cannot be done there. */
export function LabRunsIn({ engine, content, image }: LabRunsInProps) {
  const { sentences, refuses } = image === null ? ENGINES[engine] : linux(image);
  const refused = useRefusedSteps(refuses ? content : null);
  return (
    <>
      {sentences(content).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {refused !== null && refused.refused > 0 && <p>{labStartTexts.refused(refused)}</p>}
    </>
  );
}

/** Null until they are known, and where data are saved. */
function useRefusedSteps(content: LabContent | null): RefusedSteps | null {
  const [refused, setRefused] = useState<RefusedSteps | null>(null);
  useEffect(() => {
    if (content === null || !mayLoadAhead()) return;
    const abort = new AbortController();
    void refusedSteps(content, abort.signal).then((found) => {
      if (!abort.signal.aborted) setRefused(found);
    });
    return () => abort.abort();
  }, [content]);
  return content === null ? null : refused;
}
