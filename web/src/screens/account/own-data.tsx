import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAccountChanges } from '../../api/account.ts';
import { reasonOf } from '../../api/call-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';

/** Downloads all data about the person. */
export function OwnData() {
  const { personalData } = useAccountChanges();
  const [isPending, setPending] = useState(false);
  const [status, setStatus] = useState<{ text: string; failed: boolean } | null>(null);
  const download = async () => {
    setPending(true);
    setStatus(null);
    try {
      const name = `my-academy-data-${new Date().toISOString().slice(0, 10)}.json`;
      saveFile(name, new Blob([await personalData()], { type: 'application/json' }));
      setStatus({ text: accountTexts.dataDownloaded({ name }), failed: false });
    } catch (error) {
      const reason = reasonOf(error);
      setStatus({ text: accountTexts.dataFailed({ reason }), failed: true });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={css.part}>
      <p className={css.note}>{accountTexts.dataText}</p>
      <Button disabled={isPending} onClick={() => void download()}>
        <Download aria-hidden="true" />
        {isPending ? accountTexts.oneMoment : accountTexts.downloadData}
      </Button>
      <div role="status">
        {status !== null && <p className={status.failed ? css.failure : css.note}>{status.text}</p>}
      </div>
    </div>
  );
}
