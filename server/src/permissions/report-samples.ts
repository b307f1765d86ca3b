import { deleteSavedReport, getProgressReport, updateSavedReport } from '@academy/contract/progress-reports';
import { learnerGroup } from '../db/group-tables.ts';
import { savedReport } from '../db/report-tables.ts';
import type { TestApp, TestPerson } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';

const input = () => ({
  name: crypto.randomUUID(),
  filters: { by: 'course' as const },
  rhythm: null,
  recipients: [],
});

/** A saved report of a person; without one, of nobody. */
async function aReport(app: TestApp, who: TestPerson | null, tenantId = 'spring'): Promise<{ reportId: string }> {
  if (who === null) return { reportId: crypto.randomUUID() };
  const { name, filters } = input();
  const [row] = await app.database.db
    .insert(savedReport)
    .values({ personId: who.personId, tenantId, name, filters })
    .returning();
  return { reportId: row?.reportId ?? '' };
}

export const reportSamples: Readonly<Record<string, Sample>> = {
  saveReport: async () => ({ body: input() }),
  updateSavedReport: async (app, who) => ({ params: await aReport(app, who), body: input() }),
  deleteSavedReport: async (app, who) => ({ params: await aReport(app, who) }),
};

const MISSING = { params: { reportId: crypto.randomUUID() } };

export const foreignReports: Readonly<Record<string, MakeForeign>> = {
  "a change of another person's report": async (app) => {
    const body = input();
    const params = await aReport(app, await app.aPerson());
    return { call: updateSavedReport, principal: 'admin', foreign: { params, body }, missing: { ...MISSING, body } };
  },
  "the end of another person's report": async (app) => ({
    call: deleteSavedReport,
    principal: 'admin',
    foreign: { params: await aReport(app, await app.aPerson()) },
    missing: MISSING,
  }),
  'a report of another group': async (app) => {
    const [row] = await app.database.db
      .insert(learnerGroup)
      .values({ name: crypto.randomUUID(), tenantId: 'spring' })
      .returning();
    return {
      call: getProgressReport,
      principal: 'manager',
      foreign: { query: { group: row?.groupId } },
      missing: { query: { group: crypto.randomUUID() } },
    };
  },
};
