import type { CourseItem } from '@academy/contract/courses';
import { courseHref } from '../../lib/course-href.ts';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import css from './card-grid.module.css';
import { CourseCard } from './course-card.tsx';

interface CourseGridProps {
  courses: readonly CourseItem[];
  /** Accessible name of the list. */
  label: string;
  heading?: 'h2' | 'h3';
  /** Few courses share the whole width. */
  wide?: boolean;
}

/** Courses side by side, as many as fit. */
export function CourseGrid({ courses, label, heading = 'h2', wide = false }: CourseGridProps) {
  const tenant = useTenant();
  const config = useConfig();
  const { isAuthenticated } = useSession();
  return (
    <ul className={wide ? `${css.grid} ${css.wide}` : css.grid} aria-label={label}>
      {courses.map((course) => (
        <li key={course.courseId}>
          <CourseCard
            course={course}
            href={courseHref(course, tenant, config)}
            tenant={tenant}
            signedIn={isAuthenticated}
            heading={heading}
          />
        </li>
      ))}
    </ul>
  );
}
