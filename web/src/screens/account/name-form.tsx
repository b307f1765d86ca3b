import type { Account } from '@academy/contract/account';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AccountNames, useAccountChanges } from '../../api/account.ts';
import { CallError, reasonOf } from '../../api/call-error.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './account-page.module.css';

type Problems = Partial<Record<keyof AccountNames, string>>;

const FIELDS = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
] as const;

/** Changes the own name. */
export function NameForm({ account }: { account: Account }) {
  const { rename } = useAccountChanges();
  const [names, setNames] = useState<AccountNames>({ firstName: account.firstName, lastName: account.lastName });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const unchanged = names.firstName === account.firstName && names.lastName === account.lastName;

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const entered = { firstName: names.firstName.trim(), lastName: names.lastName.trim() };
    const missing: Problems = {};
    for (const { name, label } of FIELDS)
      if (entered[name] === '') missing[name] = `Enter your ${label.toLowerCase()}.`;
    setProblems(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    setPending(true);
    try {
      await rename(entered);
      setNames(entered);
      addToast({ type: 'success', message: 'Your name is saved.' });
    } catch (error) {
      const invalid = error instanceof CallError ? (error.fields as Problems) : {};
      setProblems(invalid);
      setFailure(Object.keys(invalid).length > 0 ? null : reasonOf(error));
    } finally {
      setPending(false);
    }
  };

  return (
    <form ref={form} className={css.part} aria-labelledby="name" noValidate onSubmit={(event) => void onSubmit(event)}>
      <div className={css.fields}>
        {FIELDS.map(({ name, label, autoComplete }) => (
          <Field key={name} label={label} problem={problems[name]}>
            {(control) => (
              <input
                {...control}
                name={name}
                autoComplete={autoComplete}
                maxLength={80}
                required
                value={names[name]}
                onChange={({ target }) => setNames({ ...names, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div role="alert">
        {failure !== null && <p className={css.failure}>Your name was not changed. {failure}</p>}
        {Object.keys(problems).length > 0 && (
          <p className={css.failure}>Your name was not changed. Look at the fields.</p>
        )}
      </div>
      <Button type="submit" disabled={isPending || unchanged}>
        {isPending ? 'One moment' : 'Save name'}
      </Button>
    </form>
  );
}
