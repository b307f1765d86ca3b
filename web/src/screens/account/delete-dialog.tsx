import type { Account } from '@academy/contract/account';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useAccountChanges } from '../../api/account.ts';
import { CallError, reasonOf } from '../../api/call-error.ts';
import { rememberOrigin } from '../../sign-in/origin-address.ts';
import { signIn } from '../../sign-in/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';
import { leave } from './leave.ts';

type Problem = { kind: 'address' | 'sign-in-again' | 'other'; text: string };

interface DeleteDialogProps {
  account: Account;
  /** Part of the address to which a renewed log-in returns. */
  hash: string;
  open: boolean;
  onClose: () => void;
}

/** Asks for the own address before the account is deleted. */
export function DeleteDialog({ account, hash, open, onClose }: DeleteDialogProps) {
  const { remove } = useAccountChanges();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setPending] = useState(false);
  const formId = useId();
  useEffect(() => {
    if (!open) return;
    setTyped('');
    setProblem(null);
  }, [open]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (typed.trim().toLowerCase() !== account.email.toLowerCase())
      return setProblem({ kind: 'address', text: accountTexts.typeToConfirm({ email: account.email }) });
    setPending(true);
    setProblem(null);
    try {
      await remove(typed);
      leave({ dropUnsent: true });
    } catch (error) {
      setProblem(problemOf(error));
      setPending(false);
    }
  };
  const logInAgain = () => {
    history.replaceState(history.state, '', `${location.pathname}${hash}`);
    rememberOrigin();
    void signIn({ loginHint: account.email, afresh: true }).catch((error: unknown) => setProblem(problemOf(error)));
  };

  const mustLogIn = problem?.kind === 'sign-in-again';
  return (
    <Modal
      open={open}
      title={accountTexts.deleteTitle}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {accountTexts.keepAccount}
          </Button>
          {mustLogIn ? (
            <Button look="primary" onClick={logInAgain}>
              {accountTexts.logInAgain}
            </Button>
          ) : (
            <Button type="submit" form={formId} look="danger" disabled={isPending}>
              {isPending ? accountTexts.oneMoment : accountTexts.deleteForGood}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} className={css.part} noValidate onSubmit={(event) => void onSubmit(event)}>
        <p>{accountTexts.deletedThings}</p>
        <ul className={css.goes}>
          <li>{accountTexts.deletedAccount}</li>
          <li>{accountTexts.deletedProgress}</li>
          <li>{accountTexts.deletedMembership}</li>
          <li>{accountTexts.deletedTokens}</li>
        </ul>
        {!account.managedHere && <p className={css.note}>{accountTexts.otherAccountStays}</p>}
        <Field
          label={accountTexts.confirmLabel({ email: account.email })}
          problem={problem?.kind === 'address' ? problem.text : undefined}
        >
          {(control) => (
            <input
              {...control}
              data-first
              type="email"
              autoComplete="off"
              maxLength={254}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <div role="alert">
          {problem !== null && (
            <p className={css.failure}>
              {problem.kind === 'address' && accountTexts.wrongAddress}
              {problem.kind === 'sign-in-again' && accountTexts.logInFirst}
              {problem.kind === 'other' && accountTexts.deleteFailed({ text: problem.text })}
            </p>
          )}
        </div>
      </form>
    </Modal>
  );
}

function problemOf(error: unknown): Problem {
  const text = reasonOf(error);
  if (error instanceof CallError && error.code === 'sign-in-again') return { kind: 'sign-in-again', text };
  return { kind: error instanceof CallError && error.fields.email !== undefined ? 'address' : 'other', text };
}
