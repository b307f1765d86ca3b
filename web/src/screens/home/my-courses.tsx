import { TEXTS } from '@academy/contract/texts';
import grid from '../../features/cards/card-grid.module.css';
import { CourseCard } from '../../features/cards/course-card.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import css from './dashboard.module.css';
import type { OwnCourse } from './dashboard-data.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { Empty } from './empty.tsx';
import { ExpandableList } from './expandable-list.tsx';
import { timeLeftText } from './time-left-text.ts';

interface MyCoursesProps {
  inProgress: readonly OwnCourse[];
  completed: readonly OwnCourse[];
}

/** The courses in which the learner has done something. */
export function MyCourses({ inProgress, completed }: MyCoursesProps) {
  const tabs = [
    {
      key: 'in-progress',
      title: dashboardTexts.inProgress,
      count: inProgress.length,
      panel:
        inProgress.length > 0 ? (
          <OwnCourses courses={inProgress} label={dashboardTexts.inProgressList} />
        ) : (
          <Empty title={dashboardTexts.allCompletedTitle} text={dashboardTexts.allCompletedText}>
            <BrowseCourses />
          </Empty>
        ),
    },
    {
      key: 'completed',
      title: dashboardTexts.completed,
      count: completed.length,
      panel:
        completed.length > 0 ? (
          <OwnCourses courses={completed} label={dashboardTexts.completedList} />
        ) : (
          <p className={css.muted}>{dashboardTexts.noneCompleted}</p>
        ),
    },
  ];
  return (
    <section className={css.section} id="my-courses" aria-labelledby="my-courses-title">
      <h2 id="my-courses-title" tabIndex={-1}>
        {dashboardTexts.myCourses}
      </h2>
      {inProgress.length + completed.length === 0 ? (
        <Empty title={TEXTS.noCourses} text={TEXTS.noCoursesHint}>
          <BrowseCourses />
        </Empty>
      ) : (
        <Tabs
          label={dashboardTexts.myCourses}
          tabs={tabs}
          first={inProgress.length === 0 ? 'completed' : 'in-progress'}
        />
      )}
    </section>
  );
}

const BrowseCourses = () => (
  <LinkButton look="primary" href={urls.courses()}>
    {dashboardTexts.browseCourses}
  </LinkButton>
);

function OwnCourses({ courses, label }: { courses: readonly OwnCourse[]; label: string }) {
  const tenant = useTenant();
  return (
    <ExpandableList
      label={label}
      items={courses}
      className={grid.grid}
      keyOf={({ course }) => course.courseId}
      show={(own) => (
        <>
          <CourseCard course={own.course} href={urls.course(own.course.slug)} tenant={tenant} signedIn heading="h3" />
          <p className={css.left}>{timeLeftText(own)}</p>
        </>
      )}
    />
  );
}
