import type { SavedReport } from '@academy/contract/progress-reports';
import { REPORT_RHYTHMS } from '@academy/contract/rules/report-columns';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { useReportChoices, useSavedReportChanges, useSavedReports } from '../../api/progress-reports.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { addToast } from '../../lib/toasts.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { reportTexts } from './report-texts.ts';
import css from './saved-reports.module.css';

type Filters = SavedReport['filters'];

/** The viewer's saved reports, and the form that saves the one that is shown. */
export function SavedReports({ filters }: { filters: Filters }) {
  const hrefOf = useAdminHref();
  const { data: reports = [] } = useSavedReports();
  const { remove } = useSavedReportChanges();
  const drop = ({ reportId, name }: SavedReport) =>
    remove(reportId).then(
      () => addToast({ type: 'success', message: reportTexts.removed({ name }), autoClose: true }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <section className={css.saved} aria-labelledby="saved-reports">
      <h2 id="saved-reports">{reportTexts.saved}</h2>
      {reports.length === 0 ? (
        <p>{reportTexts.savedNone}</p>
      ) : (
        <ul>
          {reports.map((one) => (
            <li key={one.reportId}>
              <span>
                <a href={hrefOf(adminUrls.reports(one.filters as Record<string, string>))} dir="auto">
                  {one.name}
                </a>
                <span className={css.muted}>{mailedText(one)}</span>
              </span>
              <Button aria-label={reportTexts.removeOne({ name: one.name })} onClick={() => void drop(one)}>
                {reportTexts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{reportTexts.saveThis}</summary>
        <SaveReport filters={filters} />
      </details>
    </section>
  );
}

const mailedText = ({ rhythm, recipients }: SavedReport): string =>
  rhythm === null ? reportTexts.notMailed : reportTexts.mailed({ rhythm, addresses: recipients.join(', ') });

function SaveReport({ filters }: { filters: Filters }) {
  const { data: choices } = useReportChoices();
  const { save } = useSavedReportChanges();
  const [name, setName] = useState('');
  const [rhythm, setRhythm] = useState<SavedReport['rhythm']>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { failure, isPending, submit } = useSubmit(() => null);
  const addresses = choices?.recipients ?? [];
  const recipients = chosen ?? addresses.slice(0, 1);

  const send = async () => {
    await save({ name, filters, rhythm, recipients: rhythm === null ? [] : [...recipients] });
    addToast({ type: 'success', message: reportTexts.wasSaved, autoClose: true });
    setName('');
  };

  return (
    <form
      className={css.form}
      aria-label={reportTexts.saveThis}
      onSubmit={(event) => void submit(event, () => ({}), send)}
    >
      <Field label={reportTexts.savedName}>
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
      <Field label={reportTexts.rhythm} hint={reportTexts.rhythmHint}>
        {(control) => (
          <select
            {...control}
            value={rhythm ?? ''}
            onChange={({ target }) => setRhythm(REPORT_RHYTHMS.find((one) => one === target.value) ?? null)}
          >
            {['', ...REPORT_RHYTHMS].map((one) => (
              <option key={one} value={one}>
                {reportTexts.rhythmOf({ rhythm: one || 'never' })}
              </option>
            ))}
          </select>
        )}
      </Field>
      {rhythm !== null && (
        <fieldset className={css.recipients}>
          <legend>{reportTexts.recipients}</legend>
          {addresses.length === 0 && <p>{reportTexts.noRecipients}</p>}
          {addresses.map((one) => (
            <label key={one}>
              <input
                type="checkbox"
                checked={recipients.includes(one)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...recipients, one] : recipients.filter((other) => other !== one))
                }
              />
              {one}
            </label>
          ))}
        </fieldset>
      )}
      <div role="alert">{failure !== null && <p className={css.failure}>{failure}</p>}</div>
      <div>
        <Button type="submit" disabled={isPending}>
          {reportTexts.save}
        </Button>
      </div>
    </form>
  );
}
