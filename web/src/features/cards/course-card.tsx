import type { CourseItem } from '@academy/contract/courses';
import { formatDuration } from '@academy/contract/rules/duration';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import type { Tenant } from '@academy/contract/tenants';
import { memo } from 'react';
import { lessonsDoneText, lessonsText, percentOf } from '../../lib/course-progress.ts';
import { lockMessage } from '../../lib/lock-message.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import { HeartButton } from '../../ui/heart-button.tsx';
import { Ring } from '../../ui/ring.tsx';
import css from './card.module.css';
import { CardLock, CardTopics } from './card-parts.tsx';

interface CourseCardProps {
  course: CourseItem;
  href: string;
  tenant: Tenant;
  signedIn: boolean;
  /** The first of a page: cover and text side by side where there is room. */
  lead?: boolean;
  /** Level of the title in the page's outline. */
  heading?: 'h2' | 'h3';
}

/** A course in a list: its cover, what it is about and how far the learner has come. */
export const CourseCard = memo(function CourseCard(props: CourseCardProps) {
  const { course, href, tenant, signedIn, lead = false, heading: Heading = 'h2' } = props;
  const lock = lockMessage(course.locked, signedIn, tenant);
  const duration = formatDuration(course.duration);
  return (
    <article className={lead ? `${css.card} ${css.lead}` : css.card}>
      <div className={css.cover}>
        <Cover course={course} tenant={tenant} />
        {lock && <CardLock word={lock.word} />}
        {course.completedLesson > 0 && (
          <span className={css.ring}>
            <Ring percent={percentOf(course)} size={40} figure label={lessonsDoneText(course)} />
          </span>
        )}
      </div>
      <div>
        <p className={css.meta}>
          {course.level && <span>{titleOfOption(normaliseOption(course.level))}</span>}
          <span>{lessonsText(course.lessonsCount)}</span>
          {duration && <span>{duration}</span>}
        </p>
        <Heading className={css.title}>
          <a href={href}>{course.title}</a>
        </Heading>
        <p className={css.text}>{course.description}</p>
        <CardTopics topics={course.topic} tenant={tenant} />
      </div>
      <HeartButton
        className={css.heart}
        of={`course ${course.courseId}`}
        title={course.title}
        isFavorite={course.isFavorite}
      />
    </article>
  );
});

/** The thumbnail of a course, or the cover drawn from its slug. */
export function Cover({
  course,
  tenant,
}: {
  course: Pick<CourseItem, 'slug' | 'thumbnail'>;
  tenant: Pick<Tenant, 'cover'>;
}) {
  return (
    <span className={css.frame}>
      {course.thumbnail ? (
        <img src={course.thumbnail} alt="" width="640" height="400" loading="lazy" decoding="async" />
      ) : (
        <CoverArt slug={course.slug} style={tenant.cover} />
      )}
    </span>
  );
}
