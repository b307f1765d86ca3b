import { REPORT_STATES, REPORTS, type ReportBy } from '@academy/contract/rules/report-columns';
import { useReportChoices } from '../../api/progress-reports.ts';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { reportTexts } from './report-texts.ts';
import type { ReportValues } from './report-values.ts';

interface ReportFiltersProps {
  by: ReportBy;
  values: ReportValues;
  isFiltered: boolean;
  onChange: (part: Partial<ReportValues>) => void;
}

/** Which report it is, and what narrows it down. */
export function ReportFilters({ by, values, isFiltered, onChange }: ReportFiltersProps) {
  const { data: choices } = useReportChoices();
  const isCompleted = by === 'person' && values.state === 'completed';
  return (
    <TableFilters
      isFiltered={isFiltered}
      onClear={() => onChange({ group: '', course: '', state: '', from: '', to: '' })}
    >
      <Field label={reportTexts.by}>
        {(control) => (
          <select {...control} value={by} onChange={({ target }) => onChange({ by: target.value })}>
            {REPORTS.map((one) => (
              <option key={one} value={one}>
                {reportTexts.reportBy({ by: one })}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(['group', 'course'] as const).map((name) => (
        <Field key={name} label={reportTexts[name]}>
          {(control) => (
            <select {...control} value={values[name]} onChange={({ target }) => onChange({ [name]: target.value })}>
              <option value="">{name === 'group' ? reportTexts.everybody : reportTexts.allCourses}</option>
              {(name === 'group' ? choices?.groups : choices?.courses)?.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      {by === 'person' && (
        <Field label={reportTexts.state}>
          {(control) => (
            <select {...control} value={values.state} onChange={({ target }) => onChange({ state: target.value })}>
              <option value="">{reportTexts.anyState}</option>
              {REPORT_STATES.map((one) => (
                <option
                  key={one}
                  value={one}
                  disabled={one === 'not-begun' && (values.group === '' || values.course === '')}
                >
                  {reportTexts.stateOf({ state: one })}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={isCompleted ? reportTexts.completedFrom : reportTexts.from}>
        {(control) => <DateInput {...control} value={values.from} onChange={(from) => onChange({ from })} />}
      </Field>
      <Field label={isCompleted ? reportTexts.completedTo : reportTexts.to}>
        {(control) => <DateInput {...control} value={values.to} onChange={(to) => onChange({ to })} />}
      </Field>
    </TableFilters>
  );
}
