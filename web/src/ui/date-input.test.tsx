import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { DateInput } from './date-input.tsx';

function Days() {
  const [day, setDay] = useState('');
  return <DateInput aria-label="Day" value={day} onChange={setDay} />;
}

test('a year has four digits', async () => {
  await renderApp(<Days />, {});
  await userEvent.click(page.getByLabelText('Day'));
  await userEvent.keyboard('01312026{Tab}');
  await expect.element(page.getByLabelText('Day')).toHaveValue('2026-01-31');
  await userEvent.click(page.getByLabelText('Day'), { position: { x: 12, y: 12 } });
  await userEvent.keyboard('013120266');
  await expect.element(page.getByLabelText('Day')).not.toHaveValue('20266-01-31');
});
