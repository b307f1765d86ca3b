import type { InvitationLink } from '@academy/contract/invitation-links';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { useInvitationLinkChanges, useInvitationLinks } from '../../api/invitation-links.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { utcDayText } from '../../lib/moments.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { addToast } from '../../lib/toasts.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { href } from '../../navigation/path.ts';
import { withSearch } from '../../navigation/url-list.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { linkTexts } from './invitation-link-texts.ts';
import css from './invitation-links.module.css';

/** The links with their use, and the form that makes one. */
export function InvitationLinks() {
  const { data, isError, error } = useInvitationLinks();
  const { remove } = useInvitationLinkChanges();
  const drop = ({ linkId, name }: InvitationLink) =>
    remove(linkId).then(
      () => addToast({ type: 'success', message: linkTexts.deleted({ name }), autoClose: true }),
      (reason: unknown) => addToast({ type: 'danger', message: reasonOf(reason) }),
    );
  if (data === undefined) return <p role="status">{isError ? error.message : linkTexts.loading}</p>;
  return (
    <section className={css.links} aria-labelledby="links">
      <h2 id="links">{linkTexts.title}</h2>
      <p>{linkTexts.intro}</p>
      <NewLink groups={data.groups} />
      <div>
        <h3>{linkTexts.listed}</h3>
        {data.result.length === 0 ? (
          <p>{linkTexts.none}</p>
        ) : (
          <ul>
            {data.result.map((link) => (
              <li key={link.linkId}>
                <div>
                  <strong dir="auto">{link.name}</strong>
                  <p className={css.muted}>
                    {linkTexts.state({
                      ...{ group: link.group, uses: link.uses, max: link.maxUses },
                      day: utcDayText(link.endsAt),
                    })}
                  </p>
                </div>
                <Button aria-label={linkTexts.deleteOne({ name: link.name })} onClick={() => void drop(link)}>
                  {linkTexts.delete}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function NewLink({ groups }: { groups: readonly { id: string; name: string }[] }) {
  const { create } = useInvitationLinkChanges();
  const origin = useConfig().tenantOrigins[useChosenAcademy()] ?? '';
  const [name, setName] = useState('');
  const [groupId, setGroupId] = useState('');
  const [maxUses, setMaxUses] = useState('50');
  const [lastDay, setLastDay] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const { failure, isPending, submit } = useSubmit(() => null);

  const send = async () => {
    setMade(null);
    const endsAt = new Date(Date.parse(`${lastDay}T00:00:00Z`) + 86_400_000).toISOString();
    const { secret } = await create({ name, groupId, maxUses: Number(maxUses), endsAt });
    setMade(origin + withSearch(href('/account'), { invitation: secret }));
    setName('');
  };

  if (groups.length === 0) return <p>{linkTexts.noGroup}</p>;
  return (
    <form
      className={css.form}
      aria-label={linkTexts.makeTitle}
      onSubmit={(event) => void submit(event, () => ({}), send)}
    >
      <h3>{linkTexts.makeTitle}</h3>
      <div className={css.fields}>
        <Field label={linkTexts.name} hint={linkTexts.nameHint}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={100}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={linkTexts.group}>
          {(control) => (
            <select {...control} required value={groupId} onChange={({ target }) => setGroupId(target.value)}>
              <option value="">{linkTexts.choose}</option>
              {groups.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={linkTexts.maxUses}>
          {(control) => (
            <input
              {...control}
              type="number"
              required
              min={1}
              max={10_000}
              value={maxUses}
              onChange={({ target }) => setMaxUses(target.value)}
            />
          )}
        </Field>
        <Field label={linkTexts.lastDay}>
          {(control) => <DateInput {...control} required value={lastDay} onChange={setLastDay} />}
        </Field>
      </div>
      <div role="alert">{failure !== null && <p className={css.failure}>{failure}</p>}</div>
      <div>
        <Button type="submit" disabled={isPending}>
          {linkTexts.make}
        </Button>
      </div>
      {made !== null && (
        <Field label={linkTexts.link} hint={linkTexts.copyNow}>
          {(control) => <input {...control} readOnly value={made} onFocus={({ target }) => target.select()} />}
        </Field>
      )}
    </form>
  );
}
