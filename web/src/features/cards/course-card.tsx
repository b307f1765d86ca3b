import type { CourseItem } from '@academy/contract/courses';
import type { Tenant } from '@academy/contract/tenants';
import { memo } from 'react';
import { lessonsDoneText, lessonsText, percentOf, reachPercentOf, reachText } from '../../catalogue/course-progress.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Card } from './card.tsx';

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
export const CourseCard = memo(function CourseCard({ course, ...card }: CourseCardProps) {
  const reach = reachText(course);
  return (
    <Card
      {...card}
      entry={course}
      subject={{ kind: 'course', id: course.courseId }}
      cover={<Cover course={course} tenant={card.tenant} />}
      fact={lessonsText(course.lessonsCount)}
      percent={course.completedLesson > 0 ? percentOf(course) : null}
      percentLabel={lessonsDoneText(course)}
      reach={reach === '' ? null : { text: reach, percent: reachPercentOf(course) }}
    />
  );
});

/** The thumbnail of a course, or the cover drawn from its slug. */
function Cover({ course, tenant }: Pick<CourseCardProps, 'course' | 'tenant'>) {
  return (
    <Picture src={course.thumbnail} width="640" height="400" loading="lazy" decoding="async">
      <CoverArt slug={course.slug} style={tenant.cover} />
    </Picture>
  );
}
