import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contactTexts } from '@academy/web/screens/contact/contact-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { Academy } from './support/academy.ts';
import { SmallDisk } from './support/small-disk.ts';
import { heading, open } from './support/steps.ts';
import { expect, longTest, test } from './support/test.ts';

const academy = new Academy();
let disk: SmallDisk;
test.beforeAll(async () => {
  disk = new SmallDisk('500m');
  if (disk.isMounted) await academy.open(join(disk.folder, 'data'));
});
test.afterAll(async () => {
  if (disk.isMounted) await academy.remove();
  disk.remove();
});

longTest('on a full disk a visitor can read, and sends messages later', async ({ page, allow }) => {
  test.skip(!disk.isMounted, 'A small file system cannot be mounted here: that needs root.');
  allow(/status of 503|server error 503/);
  await open(page, academy.url('spring', '/contact'));
  const form = page.getByRole('form', { name: contactTexts.contact });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await field(contactTexts.firstName).fill('Ada');
  await field(contactTexts.lastName).fill('Lovelace');
  await field(contactTexts.email).fill('ada@example.org');
  await form.getByRole('combobox', { name: contactTexts.topic }).selectOption('An idea for a new course');
  await field(contactTexts.message).fill('A course about disks, please.');
  disk.fill();
  const send = form.getByRole('button', { name: contactTexts.send });
  await send.click();
  await expect(page.getByText('because its disk is full').first()).toBeVisible();
  const reader = await page.context().newPage();
  await open(reader, academy.url('kube', '/courses'));
  await expect(heading(reader, 'COURSES')).toBeVisible();

  // The server cannot write its log either, and keeps running.
  const lookAround = async (times: number) => {
    for (let look = 0; look < times; look += 1) await academy.get('spring', `/courses?q=word${look}`);
  };
  await lookAround(50);
  disk.free();
  await expect(async () => {
    await send.click();
    await expect(page.getByRole('dialog', { name: dialogTexts.success })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await lookAround(1);
  await expect.poll(() => readFileSync(join(academy.dataFolder, 'server.log'), 'utf8')).toContain('"status":503');
});
