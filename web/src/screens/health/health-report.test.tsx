import { getHealth, type Health } from '@academy/contract/health';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { health } from '../../../testing/health.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { HealthReport } from './health-report.tsx';

const answer = (data: Health) => ({
  [`${getHealth.method} ${getHealth.path}`]: {
    body: { success: true, data, errors: [], correlationId: '', message: null },
  },
});
const line = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

test('an administrator sees at a glance that everything works, with details', async () => {
  await renderApp(<HealthReport />, answer(health));
  await expect.element(page.getByRole('status')).toHaveTextContent('Nothing needs attention.');
  await expect.element(line('Database')).toMatchTextContent(/Well.*PostgreSQL/);
  await line('Content').getByText('Details').click();
  await expect.element(line('Content').getByRole('term')).toBeVisible();
});

test('a mail server that fails stands first, in words, with what to do', async () => {
  const mail = { ...health.mail, state: 'wrong', problem: 'failing' } as const;
  const { sent } = await renderApp(<HealthReport />, answer({ ...health, mail }));
  await expect.element(page.getByRole('status')).toHaveTextContent('1 thing is wrong.');
  const first = page.getByRole('region', { name: 'What to do' }).getByRole('listitem').first();
  await expect.element(first).toMatchTextContent(/Wrong.*E-mail.*ECONNREFUSED.*Check ACADEMY_SMTP_URL/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(async () => (await sent()).length).toBe(2);
});
