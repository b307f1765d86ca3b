import { AcademyError } from '@academy/contract/errors';
import {
  exportVoucherRequests,
  listVoucherRequests,
  type RequestedVoucher,
  setVoucherSent,
} from '@academy/contract/memberships-admin';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { Database } from '../db/connect.ts';
import { type CsvColumn, csvReply } from '../exports/csv.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { type VoucherRequestRow, voucherRequestsStore } from './voucher-requests.store.ts';

/** Binds the administrators' calls about requested vouchers. */
export function bindMembershipsAdmin(calls: CallTable, db: Database): void {
  const store = voucherRequestsStore(db);

  calls.bind(listVoucherRequests, async ({ scope, query }) => {
    const { rows, total } = await store.page(scope.tenantId, query, query);
    return { result: { content: rows.map(present), totalElements: total } };
  });

  calls.bind(setVoucherSent, async ({ scope, params, body }) =>
    db.transaction(async (tx) => {
      const within = voucherRequestsStore(tx);
      const row = await within.byId(scope.tenantId, params.requestId);
      if (row === null) throw new AcademyError('not-found', { message: replyTexts.voucherGone });
      if ((row.sentAt !== null) === body.sent) return present(row);
      const sentAt = body.sent ? new Date() : null;
      await within.setSent(params.requestId, sentAt);
      await writeAudit(tx, {
        action: body.sent ? 'voucher.sent' : 'voucher.not-sent',
        target: { kind: 'voucher', id: row.requestId },
        tenantId: scope.tenantId,
        details: { email: row.login, yearStartsAt: row.yearStartsAt.toISOString() },
        by: auditActorOf(scope),
      });
      return present({ ...row, sentAt });
    }),
  );

  calls.bind(exportVoucherRequests, async ({ scope, query }) =>
    csvReply('vouchers', COLUMNS, (after: VoucherRequestRow | null, max) =>
      store.after(scope.tenantId, query, after, max),
    ),
  );
}

function present(row: VoucherRequestRow): RequestedVoucher {
  return {
    ...row,
    yearStartsAt: row.yearStartsAt.toISOString(),
    requestedAt: row.requestedAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}

const COLUMNS: readonly CsvColumn<VoucherRequestRow>[] = [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Login', ({ login }) => login],
  ['Year of membership from', ({ yearStartsAt }) => yearStartsAt],
  ['Requested', ({ requestedAt }) => requestedAt],
  ['Sent', ({ sentAt }) => sentAt],
  ['Id', ({ requestId }) => requestId],
];
