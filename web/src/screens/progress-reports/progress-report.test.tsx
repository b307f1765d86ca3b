import {
  getProgressReport,
  getReportChoices,
  listSavedReports,
  type ReportRow,
} from '@academy/contract/progress-reports';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { ProgressReport } from './progress-report.tsx';

const row = (name: string, more: Partial<ReportRow>): ReportRow => ({
  ...{ id: name, person: { id: `id of ${name}`, name }, group: null, course: { id: 'rest', name: 'REST' }, item: null },
  ...{ people: null, begun: null, completed: null, beganAt: null, completedAt: null, lessonsDone: 0, lessons: 3 },
  ...{ attempts: null, dueOn: null, isLate: null, bestResult: null, seconds: null, lastSeenAt: null, ...more },
});
const REPORT = {
  result: {
    content: [
      row('Ada', {
        beganAt: '2030-01-31T12:00:00Z',
        completedAt: '2030-02-01T12:00:00Z',
        lessonsDone: 3,
        seconds: 600,
      }),
      row('Kim', { dueOn: '2030-01-30', isLate: true }),
    ],
    totalElements: 2,
  },
  summary: { people: 2, begun: 1, completed: 1 },
  countedUntil: null,
  isMaking: false,
};
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const body = (data: object) => ({ body: { success: true, data, errors: [], correlationId: '', message: null } });

async function render() {
  history.replaceState(null, '', location.pathname);
  const { sent } = await renderApp(<ProgressReport />, {
    [nameOf(getProgressReport)]: body(REPORT),
    [nameOf(getReportChoices)]: body({ courses: [{ id: 'rest', name: 'REST' }], groups: [], recipients: [] }),
    [nameOf(listSavedReports)]: body({ result: [] }),
  });
  const asked = async () => {
    const last = (await sent()).findLast(({ call }) => call === nameOf(getProgressReport));
    return Object.fromEntries(new URLSearchParams(last?.query));
  };
  return { asked };
}

const shown = (name: string) => page.getByRole('row').filter({ hasText: name });

test('administrators see who has completed a course, who not, and how time is meant', async () => {
  await render();
  await expect.element(page.getByText('1 of 2 members completed the course, 1 have begun it.')).toBeVisible();
  await expect.element(shown('Ada')).toMatchTextContent('3 of 3');
  await expect.element(shown('Ada')).toMatchTextContent('10 min');
  await expect.element(shown('Kim')).toMatchTextContent('Not begun');
  await expect.element(shown('Kim')).toMatchTextContent('Jan 30, 2030, late');
  await expect.element(page.getByText(/Time is estimated/)).toBeVisible();
});

test('the address holds the report and its filters', async () => {
  const { asked } = await render();
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Completed');
  await page.getByLabelText('Completed until (UTC)').fill('2030-02-01');
  await expect.poll(asked).toMatchObject({ by: 'person', state: 'completed', to: '2030-02-01' });
  expect(location.search).toContain('state=completed');
  await page.getByRole('combobox', { name: 'Report' }).selectOptions('Lessons');
  await expect.poll(asked).toMatchObject({ by: 'lesson', to: '2030-02-01' });
  await expect.poll(asked).not.toMatchObject({ state: 'completed' });
});
