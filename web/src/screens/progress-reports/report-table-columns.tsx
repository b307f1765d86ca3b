import type { ReportRow } from '@academy/contract/progress-reports';
import { formatDuration } from '@academy/contract/rules/duration';
import { REPORT_COLUMNS, type ReportBy, type ReportColumn } from '@academy/contract/rules/report-columns';
import type { ReactNode } from 'react';
import { utcDayText } from '../../lib/moments.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { reportTexts } from './report-texts.ts';

type TableColumn = Column<ReportRow, ReportColumn | 'name'>;

const NONE = '–';
const shownMoment = (at: string | null): ReactNode => (at === null ? NONE : <Moment at={at} />);
const shownNumber = (value: number | null): ReactNode => (value === null ? NONE : value);

function LearnerLink({ id, name }: { id: string; name: string }) {
  const hrefOf = useAdminHref();
  return (
    <a href={hrefOf(adminUrls.learner(id))} dir="auto">
      {name === id ? reportTexts.nameless : name}
    </a>
  );
}

/** Rows of people can be ordered by these. */
const SORTABLE: readonly ReportColumn[] = ['beganAt', 'completedAt', 'lessonsDone', 'lastSeenAt'];

const CELLS: Readonly<Record<ReportColumn, (row: ReportRow) => ReactNode>> = {
  person: ({ person }) => person !== null && <LearnerLink {...person} />,
  group: ({ group }) => group?.name,
  course: ({ course }) => course?.name,
  item: ({ item }) => item?.name,
  people: ({ people }) => shownNumber(people),
  begun: ({ begun }) => shownNumber(begun),
  completed: ({ completed }) => shownNumber(completed),
  beganAt: ({ beganAt }) => (beganAt === null ? reportTexts.notBegun : <Moment at={beganAt} />),
  completedAt: ({ completedAt }) => shownMoment(completedAt),
  lessonsDone: ({ lessonsDone, lessons }) =>
    reportTexts.lessonsOf({ completed: lessonsDone ?? 0, lessons: lessons ?? 0 }),
  lessons: ({ lessons }) => shownNumber(lessons),
  dueOn: ({ dueOn, isLate }) =>
    dueOn === null ? NONE : isLate ? reportTexts.late({ day: utcDayText(dueOn) }) : utcDayText(dueOn),
  isLate: () => null,
  attempts: ({ attempts }) => shownNumber(attempts),
  bestResult: ({ bestResult }) => (bestResult === null ? NONE : reportTexts.percent({ percent: bestResult })),
  seconds: ({ seconds }) => (seconds === null ? NONE : formatDuration(seconds) || reportTexts.lessThanMinute),
  lastSeenAt: ({ lastSeenAt }) => shownMoment(lastSeenAt),
};

const NUMBERS: readonly ReportColumn[] = ['people', 'begun', 'completed', 'attempts', 'bestResult', 'seconds'];

/** The columns of a report's table. How many lessons a course has stands beside those that are completed, and late beside the day. */
export const columnsOf = (by: ReportBy): readonly TableColumn[] =>
  REPORT_COLUMNS[by]
    .filter((column) => column !== 'lessons' && column !== 'isLate')
    .map((column) => {
      const isPerson = column === 'person';
      return {
        name: isPerson ? ('name' as const) : column,
        title: titleOf(by, column),
        cell: CELLS[column],
        isSortable: by === 'person' && (isPerson || SORTABLE.includes(column)),
        isNumber: NUMBERS.includes(column),
      };
    });

function titleOf(by: ReportBy, column: ReportColumn): string {
  if (column === 'item') return reportTexts.itemOf({ by });
  if (column === 'seconds') return reportTexts.timeOf({ by });
  if (column === 'attempts') return by === 'lab' ? reportTexts.sessions : reportTexts.attempts;
  if (column === 'completed') return by === 'check' ? reportTexts.passed : reportTexts.completed;
  return reportTexts[column];
}
