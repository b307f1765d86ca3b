import type { CallReply } from '@academy/contract/call';
import type { getProgressReport, ReportRow } from '@academy/contract/progress-reports';
import type { ReportBy } from '@academy/contract/rules/report-columns';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, pageAddress, renderMail, utcDay } from './layout.ts';
import { reportMailTexts } from './report-mail-texts.ts';

export interface ReportMail {
  to: string;
  key: string;
  /** The name under which the report was saved. */
  name: string;
  by: ReportBy;
  /** What the address of the report says. */
  filters: Readonly<Record<string, string>>;
  report: CallReply<typeof getProgressReport>;
}

/** A saved report with its first rows, and the way to all of them. */
export function reportMail(tenant: Tenant, origin: string | null, mail: ReportMail): NewMail {
  const { to, key, name, by, filters, report } = mail;
  const { content, totalElements: rows } = report.result;
  const address = `/admin/reports?${new URLSearchParams(filters)}`;
  const numbers = report.summary === null ? [] : [reportMailTexts.summary(report.summary)];
  return {
    key,
    tenantId: tenant.tenantId,
    kind: 'report',
    recipient: to,
    ...renderMail(tenant, origin, {
      subject: reportMailTexts.subject({ name, academy: academyNameOf(tenant) }),
      heading: name,
      firstName: null,
      paragraphs: [
        ...numbers,
        rows === 0 ? reportMailTexts.empty : reportMailTexts.rows({ rows, shown: content.length }),
      ],
      lists:
        rows === 0
          ? []
          : [
              {
                heading: reportMailTexts.by({ by }),
                items: content.map((row) => ({ text: lineOf(by, row), href: null })),
              },
            ],
      button: origin === null ? null : { label: reportMailTexts.open, href: pageAddress(origin, address) },
      closing: [reportMailTexts.why],
    }),
  };
}

function lineOf(by: ReportBy, row: ReportRow): string {
  const what = (row.person ?? row.group ?? row.item ?? row.course)?.name ?? '';
  if (by !== 'person')
    return reportMailTexts.thing({
      what,
      begun: row.begun ?? 0,
      completed: row.completed ?? 0,
      has: row.completed === null ? 'no' : 'yes',
    });
  const course = row.course?.name ?? '';
  if (row.completedAt !== null)
    return reportMailTexts.completed({ what, course, day: utcDay(Date.parse(row.completedAt)) });
  if (row.beganAt === null) return reportMailTexts.notBegun({ what, course });
  return reportMailTexts.begun({ what, course, done: row.lessonsDone ?? 0, lessons: row.lessons ?? 0 });
}
