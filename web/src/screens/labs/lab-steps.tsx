import { currentLocale } from '@academy/contract/i18n/languages';
import type { LabStepStat } from '@academy/contract/labs-admin';
import { useLabStepCounts } from '../../api/labs-admin.ts';
import { verbOf } from '../../features/lab-workspace/action-labels.ts';
import { useTableFilters } from '../../list-views/use-table-view.ts';
import { type Column, DataTable, type View } from '../../ui/data-table/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Known } from './known.tsx';
import { labStepTexts } from './lab-step-texts.ts';
import css from './lab-steps.module.css';

const FILTERS = ['lab'] as const;

const columns = (): Column<LabStepStat>[] => [
  { name: 'step', title: labStepTexts.step, cell: ({ text }) => <span dir="auto">{text}</span> },
  { name: 'action', title: labStepTexts.action, cell: ({ action }) => verbOf({ name: action }) },
  {
    name: 'page',
    title: labStepTexts.page,
    cell: ({ page, line }) => <span dir="auto">{labStepTexts.pageAndLine({ page, line })}</span>,
  },
  { name: 'learners', title: labStepTexts.tried, cell: ({ learners }) => learners, isNumber: true },
  { name: 'done', title: labStepTexts.done, cell: ({ done }) => done, isNumber: true },
  { name: 'proved', title: labStepTexts.proved, cell: ({ proved }) => proved, isNumber: true },
  {
    name: 'failed',
    title: labStepTexts.failed,
    cell: ({ failed, learners }) =>
      failed === 0 ? 0 : <b>{labStepTexts.failedShare({ failed, percent: Math.round((failed / learners) * 100) })}</b>,
    isNumber: true,
  },
  {
    name: 'tries',
    title: labStepTexts.tries,
    cell: ({ tries }) => (tries === null ? '–' : tries.toLocaleString(currentLocale(), { maximumFractionDigits: 1 })),
    isNumber: true,
  },
];

/** How learners get on with each step of a lab: where many fail, text or check may be unclear. */
export function LabSteps() {
  const { values, change } = useTableFilters(FILTERS);
  const counts = useLabStepCounts(values.lab || null);
  const all = columns();
  const view: View = {
    ...{ sortBy: null, sortDir: 'asc', density: 'compact', open: null },
    columns: all.map(({ name }) => name),
  };
  return (
    <section aria-labelledby="lab-steps">
      <h2 id="lab-steps">{labStepTexts.title}</h2>
      <p className={css.intro}>{labStepTexts.intro}</p>
      <Known read={counts}>
        {({ labs, workshop, learners, steps }) =>
          workshop === null ? (
            <p className={css.intro}>{labStepTexts.noLabs}</p>
          ) : (
            <>
              <div className={css.choice}>
                <Field label={labStepTexts.lab}>
                  {(control) => (
                    <select {...control} value={workshop} onChange={({ target }) => change({ lab: target.value })}>
                      {labs.map((lab) => (
                        <option key={lab.workshop} value={lab.workshop}>
                          {lab.title}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
                <p role="status">{labStepTexts.learners({ count: learners })}</p>
              </div>
              {steps.length === 0 ? (
                <p className={css.intro}>{labStepTexts.noSteps}</p>
              ) : (
                <DataTable
                  label={labStepTexts.title}
                  columns={all}
                  rows={steps}
                  idOf={({ key }) => key}
                  titleOf={({ text }) => text}
                  view={view}
                  onChange={() => {}}
                  isStale={counts.isPlaceholderData}
                />
              )}
            </>
          )
        }
      </Known>
    </section>
  );
}
