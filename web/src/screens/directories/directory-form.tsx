import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type Directory, type DirectoryInput, useDirectoryChanges } from '../../api/directories.ts';
import { type Problems, useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './directories.module.css';
import { directoryTexts } from './directory-texts.ts';

const TEXT_FIELDS = [
  'name',
  'metadataUrl',
  'metadata',
  'subjectAttribute',
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
  'groupsClaim',
  'groupsTable',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];
/** Fields by protocol, and those of them that must be filled in. */
const FIELDS = {
  oidc: ['name', 'issuer', 'clientId', 'clientSecret', 'domains', 'scopes'],
  saml: ['name', 'metadataUrl', 'domains', 'metadata'],
} as const;
const REQUIRED = { oidc: ['name', 'issuer', 'clientId', 'scopes'], saml: ['name'] } as const;
const MAPPING = [
  ...(['emailClaim', 'firstNameClaim', 'lastNameClaim'] as const),
  ...(['proClaim', 'proValue', 'groupsClaim', 'groupsTable'] as const),
];
/** Fields of several lines. */
const LONG: ReadonlySet<TextField> = new Set(['metadata', 'groupsTable']);
const KINDS = ['oidc', 'saml'] as const;
type Kind = (typeof KINDS)[number];
const CHOICES = ['trustsAddresses', 'beginsThere', 'isRequired', 'isActive'] as const;
type Choice = (typeof CHOICES)[number];

interface Draft {
  kind: Kind;
  texts: Record<TextField, string>;
  choices: Record<Choice, boolean>;
}

function draftOf(directory: Directory | null): Draft {
  const mapping = directory?.mapping;
  return {
    kind: directory?.kind ?? 'oidc',
    texts: {
      name: directory?.name ?? '',
      metadataUrl: directory?.saml?.metadataUrl ?? '',
      metadata: directory?.saml?.metadata ?? '',
      subjectAttribute: mapping?.subject ?? '',
      issuer: directory?.issuer ?? '',
      clientId: directory?.clientId ?? '',
      clientSecret: '',
      scopes: directory?.scopes || 'openid profile email',
      domains: directory?.domains.map(({ domain }) => domain).join(' ') ?? '',
      emailClaim: mapping?.email ?? 'email',
      firstNameClaim: mapping?.firstName ?? 'given_name',
      lastNameClaim: mapping?.lastName ?? 'family_name',
      proClaim: mapping?.pro?.claim ?? '',
      proValue: mapping?.pro?.value ?? '',
      groupsClaim: mapping?.groups?.claim ?? '',
      groupsTable: mapping?.groups?.values.map(({ value, group }) => `${value} = ${group}`).join('\n') ?? '',
    },
    choices: {
      trustsAddresses: mapping?.trustsAddresses ?? false,
      beginsThere: directory?.saml?.beginsThere ?? false,
      isRequired: directory?.isRequired ?? false,
      isActive: directory?.isActive ?? false,
    },
  };
}

function inputOf({ kind, texts, choices }: Draft): DirectoryInput {
  const { name, issuer, clientId, clientSecret, scopes, emailClaim, firstNameClaim, lastNameClaim } = texts;
  const [claim, value] = [texts.proClaim.trim(), texts.proValue.trim()];
  const given = (field: TextField) => texts[field].trim() || null;
  return {
    ...{ kind, name, scopes, isRequired: choices.isRequired, isActive: choices.isActive },
    ...(kind === 'saml'
      ? {
          saml: {
            ...{ metadataUrl: given('metadataUrl'), metadata: given('metadata') },
            beginsThere: choices.beginsThere,
          },
        }
      : // An empty field leaves the stored secret as it is.
        { issuer, clientId, ...(clientSecret === '' ? {} : { clientSecret }) }),
    domains: texts.domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
    mapping: {
      ...{ email: emailClaim, firstName: firstNameClaim, lastName: lastNameClaim },
      subject: kind === 'saml' ? given('subjectAttribute') : null,
      trustsAddresses: choices.trustsAddresses,
      groups: groupsOf(texts.groupsClaim.trim(), texts.groupsTable),
      pro: claim === '' || value === '' ? null : { claim, value },
    },
  };
}

/** @param table lines `value = group`; a line without a group names one like the value */
function groupsOf(claim: string, table: string): NonNullable<DirectoryInput['mapping']>['groups'] {
  const values = table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      // The last one: values such as `cn=staff` have one of their own.
      const at = line.lastIndexOf(' = ');
      return at < 0
        ? { value: line, group: line }
        : { value: line.slice(0, at).trim(), group: line.slice(at + 3).trim() };
    });
  return claim === '' || values.length === 0 ? null : { claim, values };
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

  const { kind } = draft;
  const isEmpty = (field: TextField) => draft.texts[field].trim() === '';
  const missing = (): Problems<TextField> => ({
    ...Object.fromEntries(REQUIRED[kind].filter(isEmpty).map((field) => [field, directoryTexts.missing])),
    ...(kind === 'saml' && isEmpty('metadataUrl') && isEmpty('metadata')
      ? { metadataUrl: directoryTexts.metadataMissing }
      : {}),
  });
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
    metadataUrl: directoryTexts.metadataUrlHint,
    metadata: directoryTexts.metadataHint,
    subjectAttribute: directoryTexts.subjectHint,
    groupsTable: directoryTexts.groupsHint,
  };
  const text = (field: TextField) => (
    <Field key={field} label={directoryTexts[field]} hint={hints[field] ?? ''} problem={problems[field]}>
      {(control) => {
        const common = {
          ...control,
          value: draft.texts[field],
          onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
            answered(field);
            setDraft({ ...draft, texts: { ...draft.texts, [field]: target.value } });
          },
        };
        return LONG.has(field) ? (
          <textarea {...common} rows={4} spellCheck={false} />
        ) : (
          <input {...common} type={field === 'clientSecret' ? 'password' : 'text'} autoComplete="off" />
        );
      }}
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
      {directory === null && (
        <fieldset className={css.mapping}>
          <legend>{directoryTexts.protocol}</legend>
          <div className={css.choices}>
            {KINDS.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="kind"
                  checked={kind === one}
                  onChange={() => setDraft({ ...draft, kind: one })}
                />
                <span>{directoryTexts[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className={css.fields}>{FIELDS[kind].map(text)}</div>
      <fieldset className={css.mapping}>
        <legend>{kind === 'saml' ? directoryTexts.attributes : directoryTexts.mapping}</legend>
        <div className={css.fields}>
          {MAPPING.map(text)}
          {kind === 'saml' && text('subjectAttribute')}
        </div>
      </fieldset>
      <div className={css.choices}>
        {CHOICES.filter((choice) => kind === 'saml' || choice !== 'beginsThere').map((choice) => (
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
