import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../db/transaction.ts';
import { uuidOfText } from '../db/uuid-of-text.ts';
import type { PersonRow } from '../people/people.store.ts';

/** Most records of one kind in an export; far more than a learner can cause by hand. */
const MAX_RECORDS = 100_000;

/** All data about one person, by kind. */
export type PersonalData = Record<string, Record<string, unknown>[]>;

/**
 * Reads all data about a person, without secrets: no hashes of passwords, codes and tokens, no keys. Kinds without data
 * are empty lists. A kind with more than `MAX_RECORDS` records is cut, and listed in `incomplete`.
 */
export async function readPersonalData(queries: Queries, who: PersonRow): Promise<PersonalData> {
  const data: PersonalData = {};
  const incomplete: Record<string, unknown>[] = [];
  for (const [kind, query] of Object.entries(queriesAbout(who))) {
    const found = await queries.execute<Record<string, unknown>>(sql`${query} limit ${MAX_RECORDS + 1}`);
    data[kind] = found.rows.slice(0, MAX_RECORDS);
    if (found.rows.length > MAX_RECORDS) incomplete.push({ kind, records: MAX_RECORDS });
  }
  return incomplete.length === 0 ? data : { ...data, incomplete };
}

/** One query for each kind. Add an entry to one of the three groups for every new table about people. */
const queriesAbout = (who: PersonRow): Record<string, SQL> => ({
  ...queriesAboutAccess(who),
  ...queriesAboutLearning(who),
  ...queriesAboutExchange(who),
});

/** Who the person is and how they sign in. */
function queriesAboutAccess({ personId, subject }: PersonRow): Record<string, SQL> {
  // Accounts of other providers have no rows here, and their subjects are no UUIDs.
  const ofAccount = sql`account_id = ${uuidOfText(subject)}`;
  return {
    person: sql`
      select person_id, issuer, subject, email, first_name, last_name, email_verified, is_admin, created_at,
        added_at, first_login_at, sessions_ended_at, reviews_off_at, language
      from person where person_id = ${personId}`,
    invitations: sql`
      select tenant_id, sent_count, first_sent_at, last_sent_at, expires_at from invitation where person_id = ${personId}`,
    membership: sql`
      select pro_starts_at as starts_at, pro_ends_at as ends_at
      from person where person_id = ${personId} and pro_starts_at is not null`,
    account: sql`
      select account_id, email, first_name, last_name, email_verified, created_at, password_changed_at,
        recovering_since, ended_at
      from account where ${ofAccount}`,
    mailedCodes: sql`
      select purpose, email, created_at, expires_at, used_at from account_code where ${ofAccount} order by created_at`,
    authenticatorApps: sql`select confirmed_at from account_totp where ${ofAccount}`,
    recoveryCodes: sql`select created_at, used_at from account_recovery_code where ${ofAccount}`,
    passkeys: sql`
      select name, transports, created_at, last_used_at from account_passkey where ${ofAccount} order by created_at`,
    directories: sql`
      select directory.name, directory_account.issuer, subject, grants_pro, directory_account.created_at, last_used_at
      from directory_account join directory using (directory_id) where ${ofAccount}`,
    directoryDescriptions: sql`
      select directory.name, external_id, user_name, directory_person.is_active, attributes, former_id, directory_person.created_at,
        changed_at, deleted_at
      from directory_person join directory using (directory_id) where person_id = ${personId}`,
    groups: sql`
      select learner_group.name, tenant_id, source, added_at
      from group_member join learner_group using (group_id) where person_id = ${personId} order by added_at`,
    assignments: sql`
      select tenant_id, kind, item_id, mandatory, begins_on, due_on, zone, renew_months, counts_before, created_at, ended_at
      from assignment where person_id = ${personId} order by created_at`,
    calendarFeeds: sql`
      select tenant_id, created_at, last_read_at from calendar_feed where person_id = ${personId} order by created_at`,
    knownDevices: sql`select last_used_at from account_device where ${ofAccount} order by last_used_at`,
    sessions: sql`
      select user_agent, created_at, last_used_at from account_session where ${ofAccount} order by created_at`,
    roles: sql`
      select role, tenant_id, scope, source, created_at from role_grant where person_id = ${personId} order by created_at`,
    accessTokens: sql`
      select token_id, tenant_id, name, abilities, scopes, created_at, expires_at, last_used_at
      from personal_access_token where person_id = ${personId} order by created_at`,
  };
}

/** What the person did as a learner. */
const queriesAboutLearning = ({ personId }: PersonRow): Record<string, SQL> => ({
  progress: sql`
    select tenant_id, item_kind, item_id, kind, value, at, recorded_at
    from progress_event where person_id = ${personId} order by sequence`,
  // What the person's progress adds to the sums of the academies; it goes with the person.
  statistics: sql`
    select tenant_id, courses, added from learner_statistic where person_id = ${personId} order by tenant_id`,
  learnerCourses: sql`
    select tenant_id, course_id, started_at, completed_at, last_at, reached, done, seconds
    from learner_course where person_id = ${personId} order by tenant_id, course_id`,
  // The questions belong to the academy and contain the right answers; only the learner's choices are exported.
  knowledgeChecks: sql`
    select tenant_id, lesson_id, selected, score, total, passed, created_at, submitted_at, retry_granted_at
    from knowledge_check_attempt where person_id = ${personId} order by created_at`,
  reviews: sql`
    select tenant_id, lesson_id, question_key, why, step, due_at, answered_at, answered_right, created_at
    from review_question where person_id = ${personId} order by created_at`,
  certificates: sql`
    select certificate_id, tenant_id, kind, item_id, name, title, duration, lessons_count, issued_at, edition, edition_commit,
      renewed_at, corrected_at, revoked_at, revoked_reason
    from certificate where person_id = ${personId} order by issued_at`,
  favorites: sql`
    select tenant_id, kind, id, created_at from favorite where person_id = ${personId} order by created_at`,
  labs: sql`
    select tenant_id, item_kind, item_id, title, provider, state, end_reason, started_at, last_seen_at, snapshot
    from lab_session left join lab_snapshot using (session_id) where person_id = ${personId} order by started_at`,
  labSteps: sql`
    select tenant_id, item_kind, item_id, step, tries, failed, first_at, last_at, done_at, exit_status, proved_at
    from lab_session join lab_step using (session_id) where person_id = ${personId} order by first_at, step`,
  voucherRequests: sql`
    select tenant_id, year_starts_at, requested_at
    from voucher_request where person_id = ${personId} order by requested_at`,
});

/** What the person sent, received and published, and what is recorded about their actions. */
const queriesAboutExchange = ({ personId, subject, issuer, email, emailVerified }: PersonRow): Record<string, SQL> => ({
  feedback: sql`
    select tenant_id, feedbackable_type, feedbackable_id, course_id, schema, comments, rating, answers, context, is_bug,
      allow_contact, created_at, state, note, answer, handled_at
    from feedback where person_id = ${personId} order by created_at`,
  emails: sql`
    select type, email, created_at, verified_at
    from managed_email where person_id = ${personId} order by created_at`,
  emailCodes: sql`
    select type, email, expires_at
    from managed_email_code join managed_email using (email_id)
    where managed_email_code.person_id = ${personId} order by expires_at`,
  notifications: sql`
    select tenant_id, kind, is_on, chosen_at
    from notice_choice where person_id = ${personId} order by chosen_at`,
  notices: sql`
    select tenant_id, kind, subject, told_at
    from notice where person_id = ${personId} order by told_at, subject`,
  contactMessages: sql`
    select tenant_id, first_name, last_name, email, subject, message, created_at, state, note, answer, handled_at
    from contact_message where person_id = ${personId} order by created_at`,
  alerts: sql`
    select tenant_id, alert_id, message, created_at, updated_at
    from alert where author_id = ${personId} order by created_at`,
  published: sql`
    select tenant_id, kind, id, version, published_at
    from content_version where published_by = ${personId} order by published_at`,
  drafts: sql`
    select tenant_id, name, created_at, expires_at, published_at
    from draft where owner_id = ${personId} or planned_by = ${personId} order by created_at`,
  savedReports: sql`
    select tenant_id, name, filters, rhythm, recipients, next_at, sent_at, created_at
    from saved_report where person_id = ${personId} order by created_at`,
  importsOfPeople: sql`
    select import_id, actor_name, file_name, started_at
    from people_import where actor_id = ${personId} order by started_at`,
  audit: sql`
    select at, tenant_id, actor_name, action, target_kind, target_id, details
    from audit_event
    where actor_id = ${personId} or (target_kind = 'person' and target_id = ${personId}::text)
    order by event_id`,
  // An unconfirmed address may belong to another person.
  mails: sql`
    select tenant_id, kind, recipient, subject, plain, created_at, sent_at, failed_at
    from outbox_mail
    -- Stored in small letters, as those of people are.
    where recipient in (
      select lower(${email}) where ${emailVerified}::boolean
      union all select email from managed_email where person_id = ${personId} and verified_at is not null)
    order by created_at`,
  // The audit log says which administrator it was.
  viewsOfAdministrators: sql`
    select tenant_id, created_at, expires_at, ended_at
    from view_as where viewed_id = ${personId} order by created_at`,
  // What the provider stores for the account at this moment, without its secrets.
  signIns: sql`
    select model as kind, expires_at from identity_artifact
    where ${issuer} = 'embedded' and payload ->> 'accountId' = ${subject} order by model, expires_at`,
});
