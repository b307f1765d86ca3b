import type { CheckField, CheckForm } from '@academy/contract/rules/check-form';
import type { CheckAnswers } from '@academy/lab-engine/action-runner';
import { type FormEvent, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './action-extras.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

interface CheckFormProps {
  form: CheckForm;
  disabled: boolean;
  onSubmit: (answers: CheckAnswers) => void;
}

/** The form that a check asks to be filled in; its button runs the check. */
export function CheckFormFields({ form: { fields, submit }, disabled, onSubmit }: CheckFormProps) {
  const run = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const);
    onSubmit(Object.fromEntries(entries));
  };
  return (
    <form className={css.form} aria-label={labWorkspaceTexts.checkForm} onSubmit={run}>
      {fields.map((field) => (
        <FormField key={field.name} field={field} />
      ))}
      <div>
        <Button type="submit" look="primary" disabled={disabled}>
          {submit ?? labWorkspaceTexts.checkWork}
        </Button>
      </div>
    </form>
  );
}

function FormField({ field }: { field: CheckField }) {
  const { name, kind, label, help, isRequired: required, initial, choices } = field;
  const id = useId();
  if (kind === 'checkbox')
    return (
      <label className={css.choice}>
        <input type="checkbox" name={name} value="1" defaultChecked={initial !== ''} required={required} />
        {label}
      </label>
    );
  if (kind === 'radios')
    return (
      <fieldset>
        <legend>{label}</legend>
        {choices.map((choice) => (
          <label key={choice.value} className={css.choice} htmlFor={`${id}-${choice.value}`}>
            <input
              id={`${id}-${choice.value}`}
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === initial}
              required={required}
            />
            {choice.label}
          </label>
        ))}
      </fieldset>
    );
  return (
    <Field label={label} hint={help}>
      {(control) => {
        const its = { ...control, name, required, defaultValue: initial };
        if (kind === 'textarea') return <textarea {...its} rows={4} />;
        if (kind !== 'select') return <input {...its} type={kind} autoComplete="off" />;
        return (
          <select {...its}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        );
      }}
    </Field>
  );
}
