import { setVoucherSent } from '@academy/contract/memberships-admin';
import { voucherRequest } from '../db/tables.ts';
import type { TestApp } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';

async function aVoucherRequest(app: TestApp, tenantId: string): Promise<{ requestId: string }> {
  const { personId } = await app.aPerson({ pro: true });
  const [row] = await app.database.db
    .insert(voucherRequest)
    .values({ personId, tenantId, yearStartsAt: new Date() })
    .returning();
  return { requestId: row?.requestId ?? '' };
}

/** Inputs of the calls about vouchers with which a permitted principal succeeds. */
export const voucherSamples: Readonly<Record<string, Sample>> = {
  setVoucherSent: async (app) => ({ params: await aVoucherRequest(app, 'spring'), body: { sent: true } }),
};

export const foreignVouchers: Readonly<Record<string, MakeForeign>> = {
  "another academy's request for a voucher": async (app) => ({
    call: setVoucherSent,
    principal: 'admin',
    foreign: { params: await aVoucherRequest(app, 'kube'), body: { sent: true } },
    missing: { params: { requestId: crypto.randomUUID() }, body: { sent: true } },
  }),
};
