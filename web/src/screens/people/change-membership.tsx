import { useId, useState } from 'react';
import { type Person, useRights } from '../../api/people-admin.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { dayOf, endMomentOf, startMomentOf, yearLater } from './membership-days.ts';
import css from './people.module.css';
import { membershipText, nameOf } from './people-columns.tsx';

/** Grants, extends or ends Pro membership. */
export function ChangeMembership({ person, onClose }: { person: Person | null; onClose: () => void }) {
  return person === null ? null : <MembershipForm key={person.userId} person={person} onClose={onClose} />;
}

const FIELDS = ['startsAt', 'endsAt'] as const;

function MembershipForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { setMembership } = useRights();
  const { membership: before } = person;
  const [from, setFrom] = useState(() => dayOf(before === null ? new Date() : new Date(before.startsAt)));
  const [until, setUntil] = useState(() =>
    before === null ? yearLater(dayOf(new Date())) : dayOf(new Date(before.endsAt)),
  );
  const { form, problems, failure, isPending, submit } = useSubmit((field) => FIELDS.find((one) => one === field));
  const id = useId();
  const name = nameOf(person);

  const change = async (membership: Person['membership'], done: string) => {
    await setMembership(person, membership);
    const undo = () => void setMembership(person, before).catch((error: Error) => addToast({ message: error.message }));
    addToast({ type: 'success', message: done, autoClose: true, action: { title: 'Undo', onSelect: undo } });
    onClose();
  };
  const check = () => ({
    ...(from === '' ? { startsAt: 'Choose the first day.' } : {}),
    ...(until === ''
      ? { endsAt: 'Choose the last day.' }
      : until < from
        ? { endsAt: 'The last day must not be before the first.' }
        : {}),
  });
  const save = () => {
    // An unedited day keeps its exact time.
    const startsAt =
      before !== null && dayOf(new Date(before.startsAt)) === from ? before.startsAt : startMomentOf(from);
    const endsAt = before !== null && dayOf(new Date(before.endsAt)) === until ? before.endsAt : endMomentOf(until);
    return change({ startsAt, endsAt }, `The Pro membership of ${name} lasts until ${until} (UTC).`);
  };
  const noCheck = () => ({});
  const end = () => change(null, `The Pro membership of ${name} has ended.`);
  return (
    <Modal
      open
      title={`Pro membership of ${name}`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          {before !== null && (
            <Button disabled={isPending} onClick={(event) => void submit(event, noCheck, end)}>
              End membership
            </Button>
          )}
          <Button type="submit" form={id} look="primary" disabled={isPending}>
            {isPending ? 'One moment' : before === null ? 'Grant membership' : 'Save membership'}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event, check, save)}>
        <p>
          {before === null ? 'Not a Pro member now.' : `Now: ${membershipText(person)}.`} Pro opens Pro courses, lessons
          and labs in all academies.
        </p>
        <div className={css.days}>
          <Field label="First day" hint="By UTC, the same for everybody." problem={problems.startsAt}>
            {(control) => (
              <input
                {...control}
                data-first
                type="date"
                value={from}
                onChange={({ target }) => setFrom(target.value)}
              />
            )}
          </Field>
          <Field label="Last day" hint="Until midnight, UTC." problem={problems.endsAt}>
            {(control) => (
              <input {...control} type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
            )}
          </Field>
        </div>
        <Button disabled={until === ''} onClick={() => setUntil(yearLater(until))}>
          One year longer
        </Button>
        <div role="alert">{failure !== null && <p className={css.failure}>Nothing was changed. {failure}</p>}</div>
      </form>
    </Modal>
  );
}
