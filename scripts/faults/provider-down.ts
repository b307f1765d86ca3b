import { setTimeout as delay } from 'node:timers/promises';
import { type RunningAcademy, startAcademy } from '@academy/bench/academy';
import { BENCH_TENANT } from '@academy/bench/courses';
import { getMyAccess } from '@academy/contract/people';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import {
  FOREIGN_CLIENT,
  type ForeignPerson,
  startForeignProvider,
} from '@academy/server/identity/foreign-provider.fixture';
import type { Fault } from './fault.ts';
import { onDatabase, prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { type Client, clientOf, isFine, type Reply } from './support/client.ts';
import { figure } from './support/figures.ts';
import { loadAcademy, warmCatalogue } from './support/outage.ts';
import { answeredShare, problemsText } from './support/reads.ts';
import { checkLedger } from './support/writes.ts';

const LONG = { outages: 3, perSecond: 80, awayMs: 20_000, learners: 40, courses: 10 };
const SHORT = { outages: 1, perSecond: 40, awayMs: 5_000, learners: 25, courses: 3 };
const BEFORE_MS = 1_500;
/** While it cannot reach the provider an academy asks again with growing pauses. */
const HEALED_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 100;

const SETTINGS = {
  ACADEMY_IDENTITY: 'external',
  ACADEMY_AUDIENCE: 'school-api',
  ACADEMY_CLIENT_IDS: `spring=${FOREIGN_CLIENT},kube=${FOREIGN_CLIENT},tanzu=${FOREIGN_CLIENT}`,
  ACADEMY_SIGNING_ALGORITHMS: 'ES256',
  ACADEMY_ACCESS_TOKEN_TYPE: 'JWT',
  ACADEMY_CLAIMS: 'email=mail,emailVerified=mail_checked,name=display_name',
};

export const providerDown: Fault = {
  name: 'provider-down',
  title:
    'The OpenID provider goes away during use; signed-in people go on, a server that starts meanwhile asks them to wait, and both recover.',
  run: (given) =>
    withCleanup(async (later) => {
      const size = given.long ? LONG : SHORT;
      const people = Array.from({ length: size.learners }, (_, index) => learnerOf(index));
      const provider = await startForeignProvider({ people });
      let isAway = false;
      later.add(() => (isAway ? undefined : provider.close()));

      // Content is published with the tokens of the sample admin, whom only the embedded provider has.
      const prepared = await prepareAcademy(given.folder, null, { courses: size.courses, learners: 0 });
      await prepared.academy.stop();
      const { dataFolder, port } = prepared.academy;
      const choices = onDatabase(null, { ...SETTINGS, ACADEMY_ISSUER: provider.issuer });
      let academy: RunningAcademy = await startAcademy(dataFolder, port, choices);
      later.add(() => academy.stop());
      const learners = await Promise.all(
        people.map(async ({ id, claims }) => {
          const { access_token: bearer = '' } = await provider.signIn(id);
          return { email: String(claims.mail), bearer, password: '', refreshToken: '' };
        }),
      );
      const external = { ...prepared, academy, learners: { all: learners, keepFresh: async () => {} } };
      await warmCatalogue(external);
      const load = loadAcademy(external, size);
      later.add(load.stop);
      for (let outage = 1; outage <= size.outages; outage += 1) {
        await delay(BEFORE_MS);
        await provider.goAway();
        isAway = true;
        await delay(size.awayMs);
        await provider.comeBack();
        isAway = false;
        given.log(
          `outage ${outage} of ${size.outages}: ${load.pool.acknowledged.length} writes, ${problemsText(load.pool.problems) || 'none refused'}`,
        );
      }
      await load.stop();
      const { pool, catalogue } = load;
      const databaseUrl = findRunningPostgres(dataFolder);
      if (databaseUrl === null) throw new Error('the database of the academy does not run');
      const ledger = await checkLedger(databaseUrl, pool.acknowledged);

      // A server that starts while the provider is away knows none of its keys.
      await academy.stop();
      await provider.goAway();
      isAway = true;
      academy = await startAcademy(dataFolder, port, choices);
      const [learner] = learners;
      const { client, close } = askingClient(academy, learner?.bearer ?? '');
      later.add(close);
      const [mine, page] = [await client.mine(), await client.page()];
      await provider.comeBack();
      isAway = false;
      const began = performance.now();
      while (!isFine(await client.mine())) {
        if (performance.now() - began > HEALED_WITHIN_MS) throw new Error('people stay signed out');
        await delay(ASK_EVERY_MS);
      }
      const healed = (performance.now() - began) / 1000;
      const refused = [...pool.problems.values()].reduce((sum, count) => sum + count, 0);
      return {
        figures: [
          figure('outages', size.outages, ''),
          figure('writes of signed-in people', pool.acknowledged.length, 'writes'),
          figure('of these refused', refused, 'writes', { exactly: 0 }),
          figure('lost and doubled', ledger.lost + ledger.doubled, 'writes', { exactly: 0 }),
          figure('catalogue answered', answeredShare(catalogue), '%', { exactly: 100 }),
          figure('started meanwhile: status of a signed-in call', mine.status, '', { exactly: 503 }),
          figure('started meanwhile: status of a page', page.status, '', { exactly: 200 }),
          figure('started meanwhile: signed-in again after', healed, 's', { max: 30 }),
        ],
      };
    }),
};

const learnerOf = (index: number): ForeignPerson => ({
  id: `learner-${index}`,
  claims: { mail: `learner-${index}@school.example`, mail_checked: true, display_name: `Learner ${index}` },
});

/** The call and the page that are asked of a server which has just started. */
function askingClient(academy: RunningAcademy, bearer: string) {
  const client: Client = clientOf(academy.port);
  return {
    client: {
      mine: (): Promise<Reply> => client.call(getMyAccess, { tenantId: BENCH_TENANT, bearer }),
      page: (): Promise<Reply> => client.page(BENCH_TENANT, '/courses'),
    },
    close: () => client.close(),
  };
}
