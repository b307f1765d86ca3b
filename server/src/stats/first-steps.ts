import { FIRST_STEPS, type FirstStep } from '@academy/contract/stats';
import type { Tenant } from '@academy/contract/tenants';
import { sql } from 'drizzle-orm';
import { lastBackup } from '../backup/noted-backups.ts';
import { footerPages } from '../content-pages/footer-pages.ts';
import type { Database } from '../db/connect.ts';

/** What an academy still needs on its first day. @param isLocal where it is only tried out, no backup is asked for */
export async function firstSteps(
  db: Database,
  tenant: Tenant,
  isLocal: boolean,
): Promise<{ left: FirstStep[]; missingPages: string[] }> {
  const { tenantId } = tenant;
  const linked = footerPages(tenant.footer);
  const { rows } = await db.execute<{ sender: boolean; course: boolean; people: boolean; pages: string[] }>(sql`
    select
      exists (select from managed_email where tenant_id = ${tenantId} and type = 'sender' and verified_at is not null) as sender,
      exists (select from content_item where tenant_id = ${tenantId} and kind = 'course' and status = 'live' and removed_at is null) as course,
      exists (select from person where not is_admin) as people,
      array(select slug from content_item where tenant_id = ${tenantId} and kind = 'page' and status in ('live', 'unlisted')
        and removed_at is null) as pages`);
  const [found] = rows;
  if (found === undefined) throw new Error('the database answered nothing');
  const missingPages = linked.filter((slug) => !found.pages.includes(slug)).map((slug) => `/${slug}`);
  const isDone: Record<FirstStep, boolean> = {
    sender: found.sender,
    pages: missingPages.length === 0,
    course: found.course,
    people: found.people,
    backup: isLocal || (await lastBackup(db)) !== null,
  };
  return { left: FIRST_STEPS.filter((step) => !isDone[step]), missingPages };
}
