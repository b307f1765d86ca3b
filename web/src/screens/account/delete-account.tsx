import type { Account } from '@academy/contract/account';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button } from '../../ui/button.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';

/** Part of the address during the renewed log-in before deleting the account. */
const HASH = '#delete';

const DeleteDialog = lazyComponent(
  () => import('./delete-dialog.tsx'),
  (file) => file.DeleteDialog,
);

/** Deletes the account after the own address was typed. */
export function DeleteAccount({ account }: { account: Account }) {
  // Null: never opened, so its file is not loaded.
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    if (location.hash === HASH) setOpen(true);
  }, []);
  const close = () => {
    setOpen(false);
    if (location.hash === HASH) history.replaceState(history.state, '', location.pathname);
  };
  return (
    <div className={css.part}>
      <p className={css.note}>{accountTexts.deleteText}</p>
      <Button className={css.dangerous ?? ''} onClick={() => setOpen(true)}>
        {accountTexts.deleteMyAccount}
      </Button>
      <Suspense>{open !== null && <DeleteDialog account={account} hash={HASH} open={open} onClose={close} />}</Suspense>
    </div>
  );
}
