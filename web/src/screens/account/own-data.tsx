import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAccountChanges } from '../../api/account.ts';
import { reasonOf } from '../../api/call-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import css from './account-page.module.css';

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
      setStatus({ text: `${name} is in your downloads.`, failed: false });
    } catch (error) {
      const reason = reasonOf(error);
      setStatus({ text: `Your data could not be downloaded. ${reason}`, failed: true });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={css.part}>
      <p className={css.note}>
        One file with everything that is kept about you in all academies: account, membership, progress, favorites,
        reviews, tokens, browsers, what was changed about your account, and the mails that were sent to you. It holds no
        passwords and no keys.
      </p>
      <Button disabled={isPending} onClick={() => void download()}>
        <Download aria-hidden="true" />
        {isPending ? 'One moment' : 'Download my data'}
      </Button>
      <div role="status">
        {status !== null && <p className={status.failed ? css.failure : css.note}>{status.text}</p>}
      </div>
    </div>
  );
}
