/** Prepared once for each connection to the database. */
export interface Statement {
  name: string;
  text: string;
}

const EVENT = 'kind, item_id as "itemId", at, sequence::float8 as sequence, value from progress_event';

export const ALL: Statement = {
  name: 'progress_all',
  text: `select ${EVENT} where person_id = $1 and tenant_id = $2 and item_kind = $3`,
};

/** All of a learner's events about lessons and finished courses, each with the course that the lesson is in now. */
export const ALL_IN_COURSES: Statement = {
  name: 'progress_all_in_courses',
  text: `
    select event.kind, item_id as "itemId", at, sequence::float8 as sequence, value, lesson.course_id as "courseId"
    from progress_event event
    left join lesson on item_kind = 'lesson' and lesson.tenant_id = $2 and lesson.lesson_id = item_id
      and lesson.removed_at is null
    where event.person_id = $1 and event.tenant_id = $2 and item_kind in ('lesson', 'course')`,
};

export const LAST_ACTIVE: Statement = {
  name: 'progress_last_active',
  text: 'select max(at) as at from progress_event where person_id = $1 and tenant_id = $2 and at < $3',
};

export const FAVORITE_COURSES: Statement = {
  name: 'progress_favorite_courses',
  text: `
    select id from favorite join content_item course using (tenant_id, kind, id)
    where person_id = $1 and tenant_id = $2 and kind = 'course'
      and course.status in ('live', 'unlisted') and course.removed_at is null`,
};

export const OF_ITEMS: Statement = {
  name: 'progress_of_items',
  text: `
    select index, ${EVENT}
    join unnest($1::integer[], $2::uuid[], $3::text[], $4::text[], $5::text[])
      as requested (index, person_id, tenant_id, item_kind, item_id) using (person_id, tenant_id, item_kind, item_id)`,
};

export const IN_WHOLE_COURSE: Statement = {
  name: 'progress_in_whole_course',
  text: `${ALL.text.replace('$3', "'lesson'")} and item_id in (
    select lesson_id from lesson where tenant_id = $2 and course_id = $3
  )`,
};

/** A check without a valid question is stored as null. */
export const UNPASSED_CHECKS: Statement = {
  name: 'progress_unpassed_checks',
  text: `
    select lesson_id as "lessonId" from lesson
    where tenant_id = $2 and lesson_id = any($3) and knowledge_check is not null and not exists (
      select 1 from knowledge_check_attempt attempt
      where attempt.person_id = $1 and attempt.tenant_id = $2 and attempt.lesson_id = lesson.lesson_id and attempt.passed
    )`,
};

export const VERSION: Statement = {
  name: 'progress_version',
  text: `
    select concat_ws('-',
      (select max(sequence) from progress_event where person_id = $1 and tenant_id = $2 and kind <> 'position'),
      (select count(*) from favorite where person_id = $1 and tenant_id = $2),
      (select max(created_at) from favorite where person_id = $1 and tenant_id = $2)
    ) as version`,
};

/** Each learner's rows are found by an index, however many learners are asked for. */
export const OF_COURSE: Statement = {
  name: 'progress_of_course',
  text: `
    select requested.index, found.*
    from unnest($1::integer[], $2::uuid[], $3::text[], $4::integer[], $5::integer[], $7::text[])
      as requested (index, person_id, tenant_id, first, last, course_id)
    cross join lateral (
      select 'event' as what, ${EVENT} event
      where event.person_id = requested.person_id and event.tenant_id = requested.tenant_id
        and event.item_kind = 'lesson' and event.item_id = any(($6::text[])[requested.first:requested.last])
      union all
      select 'event', ${EVENT} event
      where event.person_id = requested.person_id and event.tenant_id = requested.tenant_id
        and event.item_kind = 'course' and event.item_id = requested.course_id
      union all
      select 'favorite', favorite.kind, favorite.id, favorite.created_at, 0, null from favorite
      where favorite.person_id = requested.person_id and favorite.tenant_id = requested.tenant_id and (
        favorite.kind = 'lesson' and favorite.id = any(($6::text[])[requested.first:requested.last])
        -- Not "exists": for many learners at once the database would read all courses to look them up.
        or favorite.kind = 'course' and (
          select course.status in ('live', 'unlisted') and course.removed_at is null from content_item course
          where course.tenant_id = favorite.tenant_id and course.kind = 'course' and course.id = favorite.id
        )
      )
    ) as found`,
};

/**
 * The learners' rows are locked until the events are stored: a person deleted at this moment leaves nothing behind.
 * Among events of the same moment the order of arrival decides, so rows are inserted in their order, whatever the
 * join's order.
 */
export const APPEND: Statement = {
  name: 'progress_append',
  text: `
    with learner as (select person_id from person where person_id = any($1::uuid[]) for key share),
    added as (
      insert into progress_event (person_id, tenant_id, item_kind, key, item_id, kind, at, value)
      select event.person_id, tenant_id, item_kind, key, item_id, kind, at, value
      from unnest(
        $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::integer[]
      ) with ordinality as event (person_id, tenant_id, item_kind, key, item_id, kind, at, value, place)
      join learner using (person_id)
      order by place
      on conflict do nothing
      returning person_id, key
    )
    select person_id as "personId", array(select key from added where added.person_id = learner.person_id) as keys
    from learner`,
};

export const FORGET_OLD_PLACES: Statement = {
  name: 'progress_forget_old_places',
  text: `
    delete from progress_event old using progress_event newer
    where old.person_id = $1 and old.tenant_id = $2 and old.item_kind = $3 and old.item_id = any($4)
      and old.kind = 'position' and newer.kind = 'position'
      and newer.person_id = $1 and newer.tenant_id = $2 and newer.item_kind = $3 and newer.item_id = old.item_id
      and (newer.at, newer.sequence) > (old.at, old.sequence)`,
};
