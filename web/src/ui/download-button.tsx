import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

interface DownloadButtonProps {
  /** What is downloaded: `Download the audit as CSV`. */
  label: string;
  /** Fetches the file and hands it to the browser. @returns its name */
  onDownload: () => Promise<string>;
}

/** Downloads a file, and says how that goes. */
export function DownloadButton({ label, onDownload }: DownloadButtonProps) {
  const [isPending, setPending] = useState(false);
  const [told, setTold] = useState('');
  const press = async () => {
    if (isPending) return;
    setPending(true);
    setTold('');
    setTold(
      await onDownload().then(
        (name) => `${name} is in your downloads.`,
        (error: unknown) => `Nothing was downloaded. ${error instanceof Error ? error.message : ''}`,
      ),
    );
    setPending(false);
  };
  return (
    <>
      <Button aria-label={label} aria-disabled={isPending} onClick={() => void press()}>
        <Download aria-hidden="true" />
        {isPending ? 'One moment' : 'CSV'}
      </Button>
      <span aria-live="polite" className={told.startsWith('Nothing') ? '' : 'sr-only'}>
        {told}
      </span>
    </>
  );
}
