import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Directory, type DirectoryInput, useDirectoryChanges } from '../../api/directories.ts';
import { type Problems, useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './directories.module.css';
import { directoryTexts } from './directory-texts.ts';

const TEXT_FIELDS = [
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'domains',
  'emailClaim',
  'firstNameClaim',
  'lastNameClaim',
  'proClaim',
  'proValue',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];
const REQUIRED = ['name', 'issuer', 'clientId', 'scopes'] as const;
const CHOICES = ['trustsAddresses', 'isRequired', 'isActive'] as const;
type Choice = (typeof CHOICES)[number];

interface Draft {
  texts: Record<TextField, string>;
  choices: Record<Choice, boolean>;
}

function draftOf(directory: Directory | null): Draft {
  const mapping = directory?.mapping;
  return {
    texts: {
      name: directory?.name ?? '',
      issuer: directory?.issuer ?? '',
      clientId: directory?.clientId ?? '',
      clientSecret: '',
      scopes: directory?.scopes ?? 'openid profile email',
      domains: directory?.domains.map(({ domain }) => domain).join(' ') ?? '',
      emailClaim: mapping?.email ?? 'email',
      firstNameClaim: mapping?.firstName ?? 'given_name',
      lastNameClaim: mapping?.lastName ?? 'family_name',
      proClaim: mapping?.pro?.claim ?? '',
      proValue: mapping?.pro?.value ?? '',
    },
    choices: {
      trustsAddresses: mapping?.trustsAddresses ?? false,
      isRequired: directory?.isRequired ?? false,
      isActive: directory?.isActive ?? false,
    },
  };
}

function inputOf({ texts, choices }: Draft): DirectoryInput {
  const { name, issuer, clientId, clientSecret, scopes, emailClaim, firstNameClaim, lastNameClaim } = texts;
  const [claim, value] = [texts.proClaim.trim(), texts.proValue.trim()];
  return {
    ...{ name, issuer, clientId, scopes, isRequired: choices.isRequired, isActive: choices.isActive },
    // An empty field leaves the stored secret as it is.
    ...(clientSecret === '' ? {} : { clientSecret }),
    domains: texts.domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
    mapping: {
      ...{ email: emailClaim, firstName: firstNameClaim, lastName: lastNameClaim },
      trustsAddresses: choices.trustsAddresses,
      pro: claim === '' || value === '' ? null : { claim, value },
    },
  };
}

/** The form of a new directory, or of one that is changed. */
export function DirectoryForm({ directory, onClose }: { directory: Directory | null; onClose: () => void }) {
  const { create, update } = useDirectoryChanges();
  const [draft, setDraft] = useState(() => draftOf(directory));
  const title = useRef<HTMLHeadingElement>(null);
  const { form, problems, answered, failure, isPending, submit } = useSubmit<TextField>((name) =>
    TEXT_FIELDS.find((field) => name === field || name.startsWith(`${field}.`)),
  );
  useEffect(() => title.current?.focus(), []);

  const missing = (): Problems<TextField> =>
    Object.fromEntries(
      REQUIRED.filter((field) => draft.texts[field].trim() === '').map((field) => [field, directoryTexts.missing]),
    );
  const onSubmit = (event: FormEvent) =>
    submit(event, missing, async () => {
      if (directory === null) await create(inputOf(draft));
      else await update(directory.directoryId, inputOf(draft));
      onClose();
    });
  const hints: Partial<Record<TextField, string>> = {
    issuer: directoryTexts.issuerHint,
    clientSecret: directory?.hasSecret === true ? directoryTexts.secretKept : directoryTexts.secretHint,
    domains: directoryTexts.domainsHint,
    proClaim: directoryTexts.proHint,
  };
  const text = (field: TextField) => (
    <Field key={field} label={directoryTexts[field]} hint={hints[field] ?? ''} problem={problems[field]}>
      {(control) => (
        <input
          {...control}
          type={field === 'clientSecret' ? 'password' : 'text'}
          autoComplete="off"
          value={draft.texts[field]}
          onChange={({ target }) => {
            answered(field);
            setDraft({ ...draft, texts: { ...draft.texts, [field]: target.value } });
          }}
        />
      )}
    </Field>
  );
  return (
    <form
      ref={form}
      className={css.panel}
      aria-labelledby="directory-form"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <h2 id="directory-form" ref={title} tabIndex={-1}>
        {directory === null ? directoryTexts.newDirectory : directoryTexts.changeOne({ name: directory.name })}
      </h2>
      <div role="alert">
        {failure !== null && <p className={css.problem}>{directoryTexts.notSaved({ failure })}</p>}
      </div>
      <div className={css.fields}>
        {(['name', 'issuer', 'clientId', 'clientSecret', 'domains', 'scopes'] as const).map(text)}
      </div>
      <fieldset className={css.mapping}>
        <legend>{directoryTexts.mapping}</legend>
        <div className={css.fields}>
          {(['emailClaim', 'firstNameClaim', 'lastNameClaim', 'proClaim', 'proValue'] as const).map(text)}
        </div>
      </fieldset>
      <div className={css.choices}>
        {CHOICES.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={draft.choices[choice]}
              onChange={({ target }) => setDraft({ ...draft, choices: { ...draft.choices, [choice]: target.checked } })}
            />
            <span>{directoryTexts[choice]}</span>
          </label>
        ))}
      </div>
      <div className={css.buttons}>
        <Button type="submit" look="primary" disabled={isPending}>
          {isPending ? directoryTexts.oneMoment : directoryTexts.save}
        </Button>
        <Button onClick={onClose}>{directoryTexts.cancel}</Button>
      </div>
    </form>
  );
}
