import { type FormEvent, useId, useState } from 'react';
import { CallError, reasonOf } from '../../api/call-error.ts';
import { type Person, useRights } from '../../api/people-admin.ts';
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

type Problems = Partial<Record<'startsAt' | 'endsAt', string>>;

function MembershipForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { setMembership } = useRights();
  const { membership: before } = person;
  const [from, setFrom] = useState(() => dayOf(before === null ? new Date() : new Date(before.startsAt)));
  const [until, setUntil] = useState(() =>
    before === null ? yearLater(dayOf(new Date())) : dayOf(new Date(before.endsAt)),
  );
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const id = useId();
  const name = nameOf(person);

  const save = async (membership: Person['membership'], done: string) => {
    setPending(true);
    setFailure(null);
    try {
      await setMembership(person, membership);
      const undo = () =>
        void setMembership(person, before).catch((error: Error) => addToast({ message: error.message }));
      addToast({ type: 'success', message: done, autoClose: true, action: { title: 'Undo', onSelect: undo } });
      onClose();
    } catch (error) {
      const invalid = error instanceof CallError ? (error.fields as Problems) : {};
      setProblems(invalid);
      setFailure(Object.keys(invalid).length > 0 ? null : reasonOf(error));
      setPending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found: Problems = {};
    if (from === '') found.startsAt = 'Choose the first day.';
    if (until === '') found.endsAt = 'Choose the last day.';
    else if (until < from) found.endsAt = 'The last day must not be before the first.';
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    // An unedited day keeps its exact time.
    const startsAt =
      before !== null && dayOf(new Date(before.startsAt)) === from ? before.startsAt : startMomentOf(from);
    const endsAt = before !== null && dayOf(new Date(before.endsAt)) === until ? before.endsAt : endMomentOf(until);
    void save({ startsAt, endsAt }, `The Pro membership of ${name} lasts until ${until} (UTC).`);
  };
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
            <Button disabled={isPending} onClick={() => void save(null, `The Pro membership of ${name} has ended.`)}>
              End membership
            </Button>
          )}
          <Button type="submit" form={id} look="primary" disabled={isPending}>
            {isPending ? 'One moment' : before === null ? 'Grant membership' : 'Save membership'}
          </Button>
        </>
      }
    >
      <form id={id} className={css.form} noValidate onSubmit={onSubmit}>
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
