import { PACES, type Pace } from '@academy/contract/rules/due';
import { useMemo, useState } from 'react';
import {
  type Assignment,
  type GroupProgress,
  useAssignmentChanges,
  useAssignments,
  useGroupProgress,
} from '../../api/assignments-admin.ts';
import { isNotFound, reasonOf } from '../../api/call-error.ts';
import { useGroup } from '../../api/groups.ts';
import { momentText, utcDayText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { Field } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { assignmentTexts } from './assignment-texts.ts';
import css from './group.module.css';

const PACE_TEXTS = {
  'not-begun': 'notBegun',
  'on-the-way': 'onTheWay',
  stuck: 'stuck',
  late: 'late',
  done: 'done',
} as const satisfies Record<Pace, keyof typeof assignmentTexts>;
const paceText = (pace: Pace): string => assignmentTexts[PACE_TEXTS[pace]];

const nameOf = ({ firstName, lastName }: GroupProgress): string =>
  `${firstName} ${lastName}`.trim() || assignmentTexts.nameless;

type ProgressColumn = 'name' | 'pace' | 'lessons' | 'due' | 'lastSeen';

const progressColumns = (): readonly Column<GroupProgress, ProgressColumn>[] => [
  { name: 'name', title: assignmentTexts.name, cell: nameOf },
  { name: 'pace', title: assignmentTexts.pace, cell: ({ pace }) => paceText(pace) },
  {
    name: 'lessons',
    title: assignmentTexts.lessons,
    cell: ({ doneLessons, lessons }) => assignmentTexts.lessonsOf({ done: doneLessons, all: lessons }),
  },
  { name: 'due', title: assignmentTexts.due, cell: ({ dueOn }) => (dueOn === null ? '' : utcDayText(dueOn)) },
  {
    name: 'lastSeen',
    title: assignmentTexts.lastSeen,
    cell: ({ lastAt }) => (lastAt === null ? assignmentTexts.never : <Moment at={lastAt} />),
  },
];

const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;
const FILTERS = ['state'] as const;

interface GroupProgressProps {
  groupId: string;
  assignmentId: string;
}

/** Who of a group has not begun, is on the way, stuck, late or done, and reminders by hand. */
export function GroupProgressPage(props: GroupProgressProps) {
  const { groupId, assignmentId } = props;
  const hrefOf = useAdminHref();
  const group = useGroup(groupId);
  const assignments = useAssignments({ groupId, pageNumber: 0 });
  const assignment = assignments.data?.content.find((one) => one.assignmentId === assignmentId);
  const error = group.error ?? assignments.error;
  if (error !== null && !isNotFound(error))
    return (
      <div role="alert" className={css.facts}>
        <p>{assignmentTexts.failed({ message: error.message })}</p>
        <div>
          <Button onClick={() => void Promise.all([group.refetch(), assignments.refetch()])}>
            {assignmentTexts.tryAgain}
          </Button>
        </div>
      </div>
    );
  if (error !== null || (assignments.data !== undefined && assignment === undefined))
    return (
      <div role="alert" className={css.facts}>
        <p>{assignmentTexts.missing}</p>
      </div>
    );
  if (group.data === undefined || assignment === undefined) return <Spinner label={assignmentTexts.loading} />;
  return (
    <div className={css.group}>
      <section className={css.facts}>
        <h2 dir="auto">{assignment.title}</h2>
        <p className={css.muted}>
          {group.data.name}
          {assignment.dueOn !== null &&
            ` · ${assignmentTexts.due}: ${utcDayText(assignment.dueOn)} (${assignment.zone})`}
        </p>
        <div>
          <LinkButton href={hrefOf(adminUrls.group(groupId))}>{assignmentTexts.back}</LinkButton>
        </div>
      </section>
      <ProgressTable {...props} assignment={assignment} />
    </div>
  );
}

function ProgressTable({ groupId, assignmentId, assignment }: GroupProgressProps & { assignment: Assignment }) {
  const columns = useMemo(progressColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const pace = PACES.find((one) => one === values.state);
  const { text, page } = table.view;
  const read = useGroupProgress(groupId, assignmentId, {
    ...(pace === undefined ? {} : { pace }),
    q: text,
    pageNumber: page - 1,
  });
  const { remind, isPending } = useReminders(groupId, assignmentId);
  const counts = read.data?.counts ?? null;
  const shown = (read.data?.result.content ?? []).filter(isOpen);
  return (
    <>
      {counts === null && read.data !== undefined && <p role="status">{assignmentTexts.large}</p>}
      <p className={css.muted}>
        {assignmentTexts.stuckMeans}{' '}
        {read.data?.countedAt != null && assignmentTexts.countedAt({ at: momentText(read.data.countedAt) })}
      </p>
      <PagedTable
        {...table}
        label={assignmentTexts.progressOf({ title: assignment.title })}
        counted={assignmentTexts.countedPeople}
        columns={columns}
        read={{ ...read, data: read.data?.result }}
        idOf={({ userId }) => userId}
        titleOf={nameOf}
        searchLabel={assignmentTexts.searchPeople}
        isFiltered={isFiltered}
        onShowAll={() => change({ state: '' }, false)}
        tools={
          shown.length > 0 && (
            <Button disabled={isPending} onClick={() => void remind(shown)}>
              {assignmentTexts.remindShown}
            </Button>
          )
        }
        filters={
          <TableFilters isFiltered={isFiltered} onClear={() => change({ state: '' })}>
            <Field label={assignmentTexts.pace}>
              {(control) => (
                <select {...control} value={pace ?? ''} onChange={({ target }) => change({ state: target.value })}>
                  <option value="">{assignmentTexts.all}</option>
                  {PACES.map((one) => (
                    <option key={one} value={one}>
                      {counts === null ? paceText(one) : `${paceText(one)} (${counts[one]})`}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </TableFilters>
        }
        actions={(person) =>
          isOpen(person) && (
            <Button
              aria-label={assignmentTexts.remindOf({ name: nameOf(person) })}
              disabled={isPending}
              onClick={() => void remind([person])}
            >
              {assignmentTexts.remind}
            </Button>
          )
        }
        whenEmpty={
          <>
            <h2>{assignmentTexts.nobody}</h2>
            <p>{assignmentTexts.nobodyText}</p>
          </>
        }
      />
      <p className={css.muted}>{assignmentTexts.remindHint}</p>
    </>
  );
}

const isOpen = ({ pace, canRemind }: GroupProgress): boolean => pace !== 'done' && canRemind;

function useReminders(groupId: string, assignmentId: string) {
  const changes = useAssignmentChanges();
  const [isPending, setPending] = useState(false);
  const remind = async (people: readonly GroupProgress[]) => {
    if (isPending) return;
    setPending(true);
    try {
      const done = await changes.remind(
        groupId,
        assignmentId,
        people.map(({ userId }) => userId),
      );
      addToast({ type: 'success', message: assignmentTexts.reminded(done) });
    } catch (error) {
      addToast({ type: 'danger', message: reasonOf(error) });
    } finally {
      setPending(false);
    }
  };
  return { remind, isPending };
}
