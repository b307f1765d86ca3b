import type { CourseItem } from '@academy/contract/courses';
import { courseHref } from '../../catalogue/course-href.ts';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import css from './card-grid.module.css';
import { CourseCard } from './course-card.tsx';

interface CourseGridProps {
  courses: readonly CourseItem[];
  /** Accessible name of the list. */
  label: string;
  heading?: 'h2' | 'h3';
  /** Two or three courses share the whole width, in one row where they fit. */
  few?: boolean;
}

/** Courses side by side, as many as fit. */
export function CourseGrid({ courses, label, heading = 'h2', few = false }: CourseGridProps) {
  const tenant = useTenant();
  const config = useConfig();
  const { isAuthenticated } = useSession();
  return (
    <ul className={few ? `${css.grid} ${css.few}` : css.grid} aria-label={label}>
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
