import type { Account } from '@academy/contract/account';
import { useState } from 'react';
import { type AccountNames, useAccountChanges } from '../../api/account.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';

const FIELDS = [
  { name: 'firstName', label: 'firstName', missing: 'enterFirstName', autoComplete: 'given-name' },
  { name: 'lastName', label: 'lastName', missing: 'enterLastName', autoComplete: 'family-name' },
] as const;

/** Changes the own name. */
export function NameForm({ account }: { account: Account }) {
  const { rename } = useAccountChanges();
  const [names, setNames] = useState<AccountNames>({ firstName: account.firstName, lastName: account.lastName });
  const { form, problems, failure, isPending, submit } = useSubmit(
    (field) => FIELDS.find(({ name }) => name === field)?.name,
  );
  const unchanged = names.firstName === account.firstName && names.lastName === account.lastName;

  const entered = { firstName: names.firstName.trim(), lastName: names.lastName.trim() };
  const check = () =>
    Object.fromEntries(
      FIELDS.filter(({ name }) => entered[name] === '').map(({ name, missing }) => [name, accountTexts[missing]]),
    );
  const send = async () => {
    await rename(entered);
    setNames(entered);
    addToast({ type: 'success', message: accountTexts.nameSaved });
  };

  return (
    <form
      ref={form}
      className={css.part}
      aria-labelledby="name"
      noValidate
      onSubmit={(event) => void submit(event, check, send)}
    >
      <div className={css.fields}>
        {FIELDS.map(({ name, label, autoComplete }) => (
          <Field key={name} label={accountTexts[label]} problem={problems[name]}>
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
        {failure !== null && <p className={css.failure}>{accountTexts.nameNotChanged({ failure })}</p>}
        {Object.keys(problems).length > 0 && <p className={css.failure}>{accountTexts.nameNotChangedFields}</p>}
      </div>
      <Button type="submit" disabled={isPending || unchanged}>
        {isPending ? accountTexts.oneMoment : accountTexts.saveName}
      </Button>
    </form>
  );
}
