import type { Due } from '@academy/contract/assignments';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { DueEntry } from './due-entry.tsx';

const DUE: Due = {
  ...{ assignmentId: 'a', kind: 'course', itemId: 'safety', title: 'Safety', path: '/courses/safety' },
  ...{ mandatory: true, state: 'open', beginsOn: '2030-01-01', dueOn: '2030-03-31', daysLeft: 12 },
  ...{ completedAt: null, isRenewal: false },
};

test.each<[string, Partial<Due>]>([
  ['Due on Mar 31, 2030, in 12 days', {}],
  ['Due on Mar 31, 2030, tomorrow', { daysLeft: 1 }],
  ['Due today, Mar 31, 2030', { daysLeft: 0 }],
  ['Overdue: was due on Mar 31, 2030, 3 days ago', { state: 'overdue', daysLeft: -3 }],
  ['Without a due date', { dueOn: null, daysLeft: null }],
  ['Completed on Feb 1, 2030', { state: 'done', completedAt: '2030-02-01T12:00:00Z' }],
])('a learner reads “%s”', async (words, part) => {
  await renderApp(<DueEntry due={{ ...DUE, ...part }} />);
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Course · Mandatory')).toBeVisible();
});
