import { expect } from '@playwright/test';
import type { Academy } from './academy.ts';

/** Gives feedback as the page of a visitor does. */
export async function giveFeedback(academy: Academy, comments: string): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${academy.port}/api/v1/feedback`, {
    method: 'POST',
    headers: { tenantid: 'spring', 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ feedbackableType: '', feedbackableId: null, courseId: null, schema: 'tenant-v1', comments, isBug: false },
      ...{ allowContact: false, context: { userAgent: 'a test', url: academy.url('spring'), route: '/' } },
    }),
  });
  expect(status).toBe(200);
}
