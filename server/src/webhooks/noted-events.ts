import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';

/** Lock of the server that records events: one at a time is enough. */
const NOTE_LOCK = 0x3e_b400;

/**
 * Records for every active webhook the events since the last run. Rows may be written a little later than their moment,
 * so the last minute is read again each time; an event is recorded once, by its key.
 *
 * @returns number of deliveries to send; 0 also when another server is recording
 */
export async function noteEvents(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows: locks } = await tx.execute<{ held: boolean }>(
      sql`select pg_try_advisory_xact_lock(${NOTE_LOCK}) as held`,
    );
    if (locks[0]?.held !== true) return 0;
    const { rows: active } = await tx.execute(sql`select 1 from webhook where is_active limit 1`);
    if (active.length === 0) return 0;
    const noted = await tx.execute(NOTE);
    await tx.execute(READ);
    return noted.rowCount ?? 0;
  });
}

/** Reading again costs little, so not every run needs to write. */
const READ = sql`
  update webhook set read_until = now() where is_active and read_until < now() - interval '30 seconds'`;

const NOTE = sql`
  with hooks as (
    select webhook_id, tenant_id, events, greatest(active_since, read_until - interval '1 minute') as since
    from webhook where is_active
  ),
  happened (webhook_id, event, event_key, happened_at, data) as (
    select webhook_id, item_kind || '.completed', item_kind || '.completed ' || person_id || ' ' || key, recorded_at,
      jsonb_build_object('userId', person_id, item_kind || 'Id', item_id, 'completedAt', to_json(at))
        || case when lesson.course_id is null then '{}' else jsonb_build_object('courseId', lesson.course_id) end
    from hooks join progress_event event using (tenant_id)
    left join lesson on event.item_kind = 'lesson' and lesson.tenant_id = event.tenant_id and lesson.lesson_id = item_id
    where kind = 'completed' and recorded_at >= since
    union all
    select webhook_id, 'attempt.submitted', 'attempt.submitted ' || attempt_id, submitted_at,
      jsonb_build_object('attemptId', attempt_id, 'userId', person_id, 'lessonId', lesson_id, 'score', score,
        'total', total, 'passed', passed)
    from hooks join knowledge_check_attempt using (tenant_id) where submitted_at >= since
    union all
    select webhook_id, 'certificate.issued', 'certificate.issued ' || certificate_id, issued_at,
      jsonb_build_object('certificateId', certificate_id, 'userId', person_id, 'kind', kind, 'itemId', item_id,
        'title', title)
    from hooks join certificate using (tenant_id) where issued_at >= since
    union all
    select webhook_id, 'feedback.received', 'feedback.received ' || feedback_id, feedback.created_at,
      jsonb_build_object('feedbackId', feedback_id, 'userId', case when allow_contact then person_id end,
        'feedbackableType', feedbackable_type, 'feedbackableId', feedbackable_id, 'rating', rating, 'isBug', is_bug,
        'comments', comments)
    from hooks join feedback using (tenant_id) where feedback.created_at >= since
  )
  insert into webhook_delivery (webhook_id, event, event_key, happened_at, payload)
  select webhook_id, event, event_key, happened_at,
    jsonb_build_object('type', event, 'timestamp', to_json(happened_at), 'tenantId', hooks.tenant_id, 'data', data)
  from happened join hooks using (webhook_id)
  where event = any(events)
  on conflict (webhook_id, event_key) do nothing`;
