import { Download } from 'lucide-react';
import { useState } from 'react';
import { actionTexts } from './action-texts.ts';
import { Button } from './button.tsx';

interface DownloadButtonProps {
  /** What is downloaded: `Download the audit as CSV`. */
  label: string;
  /** What the button shows; `CSV` when left out. */
  text?: string;
  /** Fetches the file and hands it to the browser. @returns its name */
  onDownload: () => Promise<string>;
}

/** Downloads a file and announces the result. */
export function DownloadButton({ label, text = actionTexts.csv, onDownload }: DownloadButtonProps) {
  const [isPending, setPending] = useState(false);
  const [outcome, setOutcome] = useState({ text: '', hasFailed: false });
  const press = async () => {
    if (isPending) return;
    setPending(true);
    setOutcome({ text: '', hasFailed: false });
    setOutcome(
      await onDownload().then(
        (name) => ({ text: actionTexts.downloaded({ name }), hasFailed: false }),
        (error: unknown) => ({
          text: actionTexts.notDownloaded({ reason: error instanceof Error ? error.message : '' }),
          hasFailed: true,
        }),
      ),
    );
    setPending(false);
  };
  return (
    <>
      <Button aria-label={label} aria-disabled={isPending} onClick={() => void press()}>
        <Download aria-hidden="true" />
        {isPending ? actionTexts.oneMoment : text}
      </Button>
      <span aria-live="polite" className={outcome.hasFailed ? '' : 'sr-only'}>
        {outcome.text}
      </span>
    </>
  );
}
