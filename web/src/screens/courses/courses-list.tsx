import type { CourseItem } from '@academy/contract/courses';
import { courseList } from '../../api/courses.ts';
import { useOverlay } from '../../api/progress.ts';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { ListPage } from '../../features/lists/list-page.tsx';
import { useLearnerState } from '../../features/lists/use-list.ts';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { mergeCourseItem } from '../../overlay/overlay.ts';
import { LinkButton } from '../../ui/button.tsx';
import { courseListTexts } from './course-list-texts.ts';
import { courseTexts } from './course-texts.ts';
import css from './courses-screen.module.css';

const COMPARABLE = { idOf: (course: CourseItem) => course.courseId, entryOf: (course: CourseItem) => course };

/** The courses with their filters. */
export function CoursesList({ search, categories }: { search: URLSearchParams; categories: readonly string[] }) {
  const learner = useLearnerState(useOverlay('courses'), mergeCourseItem<CourseItem>);
  return (
    <>
      <SectionBanner kind="courses" />
      <ListPage
        listing={courseList}
        comparable={COMPARABLE}
        learner={learner}
        search={search}
        categories={categories}
        sorts={['title', 'newest', 'shortest']}
        words={courseListTexts}
        urlOf={urls.courses}
        note={<RequestNote />}
      >
        {(courses) => <CourseGrid courses={courses} label={courseTexts.courses} />}
      </ListPage>
    </>
  );
}

function RequestNote() {
  const { title, text, link } = useTenant().courseRequestNote;
  return (
    <aside className={css.note} aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      <LinkButton href={link.href}>{link.title}</LinkButton>
    </aside>
  );
}
