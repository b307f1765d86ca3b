import { getFirstSteps } from '@academy/contract/stats';
import { tenant as spring } from '@academy/tenants/spring/tenant';
import { expect, test } from 'vitest';
import { noteBackup } from '../backup/noted-backups.ts';
import { footerPages } from '../content-pages/footer-pages.ts';
import { managedEmail } from '../db/message-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import { firstSteps } from './first-steps.ts';

const app = await startApp();
const { db } = app.database;
const admin = await app.aPerson({ admin: true });

test('pages of the footer are those that no screen shows', () => {
  expect(footerPages(spring.footer)).toEqual(['faq', 'terms', 'privacy', 'california-privacy-rights']);
});

test('a new academy lists what it needs, until everything is done', async () => {
  const left = async () => (await firstSteps(db, spring, false)).left;
  expect(await left()).toEqual(['sender', 'pages', 'course', 'people', 'backup']);
  const sender = { tenantId: 'spring', type: 'sender', email: 'academy@example.org', verifiedAt: new Date() };
  await db.insert(managedEmail).values(sender);
  for (const slug of footerPages(spring.footer))
    await publishItem(app, 'spring', anItem('page', { id: slug, slug }, { 'content.md': 'Words.' }));
  await publishCourse(app, 'spring', aCourse({ id: 'one', title: 'One', lessons: [{ id: 'one-a', title: 'A' }] }));
  expect(await left()).toEqual(['people', 'backup']);
  await app.aPerson();
  await noteBackup(db, { edition: '1.0.0', rows: 10, encrypted: true });
  const { body } = await app.call(getFirstSteps, {}, { tenant: 'spring', bearer: await admin.bearer() });
  expect(body.data).toEqual({ left: [], missingPages: [] });
});
