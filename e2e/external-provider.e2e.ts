import { glewlwydMissing } from './support/glewlwyd.ts';
import { GlewlwydPlace } from './support/glewlwyd-place.ts';
import { signInJourneys } from './support/sign-in-journeys.ts';
import { test } from './support/test.ts';

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
});
