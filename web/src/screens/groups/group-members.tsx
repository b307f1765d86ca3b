import { MEMBERS_AT_ONCE, type MemberSource } from '@academy/contract/groups';
import { type FormEvent, useMemo, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { type GroupDetails, type GroupMember, useGroupChanges, useGroupMembers } from '../../api/groups.ts';
import { addToast } from '../../lib/toasts.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import css from './group.module.css';
import { groupTexts } from './group-texts.ts';

const SOURCES: Readonly<Record<MemberSource, () => string>> = {
  hand: () => groupTexts.hand,
  import: () => groupTexts.import,
  claim: () => groupTexts.claim,
  scim: () => groupTexts.scim,
};

const sourcesOf = ({ sources, parts }: GroupMember): string =>
  [...sources.map((source) => SOURCES[source]()), ...parts.map((name) => groupTexts.part({ name }))].join(', ');

const nameOf = ({ firstName, lastName, login }: GroupMember): string =>
  `${firstName} ${lastName}`.trim() || login || groupTexts.nameless;

type MemberColumn = 'lastName' | 'firstName' | 'email' | 'from' | 'since';

const memberColumns = (): readonly Column<GroupMember, MemberColumn>[] => [
  { name: 'lastName', title: groupTexts.lastName, cell: ({ lastName }) => lastName },
  { name: 'firstName', title: groupTexts.firstName, cell: ({ firstName }) => firstName },
  { name: 'email', title: groupTexts.email, cell: ({ login }) => login },
  { name: 'from', title: groupTexts.from, cell: sourcesOf },
  { name: 'since', title: groupTexts.since, cell: ({ addedAt }) => <Moment at={addedAt} /> },
];

const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;

/** The people of a group and its parts, where each came from, and a form for more. */
export function GroupMembers({ group }: { group: GroupDetails }) {
  const { groupId, mayChange } = group;
  const columns = useMemo(memberColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { removeMember } = useGroupChanges();
  const { text, page } = table.view;
  const remove = (member: GroupMember) =>
    removeMember(groupId, member.userId).then(
      () => addToast({ type: 'success', message: groupTexts.removed({ name: nameOf(member) }), autoClose: true }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <>
      <PagedTable
        {...table}
        label={groupTexts.peopleLabel}
        counted={groupTexts.countedPeople}
        columns={columns}
        read={useGroupMembers(groupId, { q: text, pageNumber: page - 1 })}
        idOf={({ userId }) => userId}
        titleOf={nameOf}
        searchLabel={groupTexts.searchPeople}
        actions={(member) =>
          mayChange &&
          member.sources.includes('hand') && (
            <Button aria-label={groupTexts.removeOne({ name: nameOf(member) })} onClick={() => void remove(member)}>
              {groupTexts.remove}
            </Button>
          )
        }
        whenEmpty={
          <>
            <h2>{groupTexts.noPeopleTitle}</h2>
            <p>{groupTexts.noPeopleText}</p>
          </>
        }
      />
      {mayChange && <AddMembers groupId={groupId} />}
    </>
  );
}

/** The addresses in a text: one on each line, or with commas or semicolons between. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '');

function AddMembers({ groupId }: { groupId: string }) {
  const { addMembers } = useGroupChanges();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const logins = addressesIn(text);
    if (isPending || logins.length === 0) return;
    if (logins.length > MEMBERS_AT_ONCE) {
      setProblem(groupTexts.tooMany({ count: logins.length }));
      return;
    }
    setPending(true);
    setProblem(undefined);
    try {
      const { added, unknown } = await addMembers(groupId, logins);
      addToast({ type: 'success', message: groupTexts.added({ count: added }), autoClose: true });
      setText(unknown.join('\n'));
      if (unknown.length > 0) setProblem(groupTexts.unknown({ addresses: unknown.join(', ') }));
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <form className={css.form} aria-label={groupTexts.add} onSubmit={(event) => void onSubmit(event)}>
      <h2>{groupTexts.add}</h2>
      <Field label={groupTexts.addresses} hint={groupTexts.addHint} problem={problem}>
        {(control) => (
          <textarea
            {...control}
            required
            rows={4}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={isPending}>
          {groupTexts.add}
        </Button>
      </div>
    </form>
  );
}
