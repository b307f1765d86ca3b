import { signInTexts } from '@academy/web/screens/sign-in/sign-in-texts';
import { Academy } from './support/academy.ts';
import { glewlwydMissing } from './support/glewlwyd.ts';
import { GlewlwydPlace } from './support/glewlwyd-place.ts';
import { signInJourneys, toProvider } from './support/sign-in-journeys.ts';
import { expectSignedIn, heading, open } from './support/steps.ts';
import { expect, longTest, test } from './support/test.ts';

test.describe('with glewlwyd in place of the embedded provider', () => {
  let place: GlewlwydPlace;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const missing = glewlwydMissing();
    if (missing !== null) console.warn(`Sign-in with glewlwyd is not tested: ${missing}.`);
    test.skip(missing !== null, `glewlwyd cannot run here: ${missing}`);
    place = new GlewlwydPlace();
    await place.open();
  });
  test.afterAll(() => place?.close());
  signInJourneys(() => place);

  longTest('a learner must confirm an account other than the one typed', async ({ page, allow }) => {
    allow(...place.noise);
    const [person, other] = [await place.newPerson(), await place.newPerson()];
    await open(page, place.origin('spring'));
    await toProvider(page, person);
    await place.enterPassword(page, person);
    await expectSignedIn(page, person);
    await open(page, place.origin('kube'));
    await toProvider(page, other);
    await place.passThrough(page);
    await expect(heading(page, signInTexts.otherAccount)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.getByRole('button', { name: `Continue as ${person.email}` }).click();
    await expectSignedIn(page, person);
  });

  longTest('tokens for another audience and locked accounts are refused', async ({ page, newDevice, allow }) => {
    allow(/status of 40\d/, ...place.noise);
    const person = await place.newPerson();
    await open(page, place.origin('spring'));
    await toProvider(page, person);
    await place.enterPassword(page, person);
    await expectSignedIn(page, person);
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { tenantid: 'spring', authorization: `Bearer ${token}` };
    expect((await place.get('spring', '/api/v1/user/verifyUserAccess', headers)).status).toBe(200);
    const strict = new Academy();
    strict.env = { ...place.academy.env, ACADEMY_AUDIENCE: 'another-api' };
    try {
      await strict.open();
      expect((await strict.get('spring', '/api/v1/user/verifyUserAccess', headers)).status).toBe(401);
    } finally {
      await strict.remove();
    }

    await place.glewlwyd.lock(person);
    const other = await newDevice();
    await open(other, place.origin('spring'));
    await toProvider(other, person);
    const answered = other.waitForResponse(
      (one) => one.url().endsWith('/api/auth/') && one.request().method() === 'POST',
    );
    await place.typePassword(other, person);
    expect((await answered).status()).toBe(401);
    await place.expectPasswordPage(other);
  });
});
