import type { Stats } from '@academy/contract/stats';
import { useStats } from '../../api/stats.ts';
import { momentText } from '../../lib/moments.ts';
import { useTableFilters } from '../../list-views/use-table-view.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { urls } from '../../navigation/urls.ts';
import { Button } from '../../ui/button.tsx';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { EmptyChart } from './empty-chart.tsx';
import { HardQuestions } from './hard-questions.tsx';
import { ListLink } from './list-link.tsx';
import { PageViewStatistics } from './page-view-statistics.tsx';
import css from './statistics.module.css';
import { averageOf, averageText, kindText, percent, ratedText } from './statistics-text.ts';
import { statsTexts } from './stats-texts.ts';
import { WeekChart } from './week-chart.tsx';

const FILTERS = ['from', 'to', 'course'] as const;

/** The statistics of an academy as charts, each with its numbers as a table; academy and period are kept in the address. */
export function Statistics() {
  const { values, change } = useTableFilters(FILTERS);
  const tenantId = useChosenAcademy();
  const {
    data: reply,
    error,
    isPlaceholderData,
    refetch,
  } = useStats(tenantId, {
    from: values.from,
    to: values.to,
    courseId: values.course,
  });
  const data = reply?.stats ?? undefined;
  const isMaking = reply?.isMaking === true;
  return (
    <div className={css.dashboard}>
      <fieldset className={css.filters}>
        <legend className="sr-only">{statsTexts.filters}</legend>
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={name === 'from' ? statsTexts.from : statsTexts.to}>
            {(control) => (
              <DateInput
                {...control}
                value={values[name] || (data?.[name] ?? '')}
                onChange={(day) => change({ [name]: day })}
              />
            )}
          </Field>
        ))}
        {(values.from !== '' || values.to !== '') && (
          <Button onClick={() => change({ from: '', to: '' })}>{statsTexts.lastWeeks}</Button>
        )}
      </fieldset>
      <p role="status" className={css.made}>
        {data === undefined
          ? error === null && (isMaking ? statsTexts.making : statsTexts.loading)
          : !isPlaceholderData &&
            (isMaking ? statsTexts.madeAtMaking : statsTexts.madeAt)({ moment: momentText(data.madeAt) })}
      </p>
      {error !== null && (
        <div role="alert" className={css.failure}>
          <p>{statsTexts.failed({ message: error.message })}</p>
          <Button onClick={() => void refetch()}>{statsTexts.tryAgain}</Button>
        </div>
      )}
      {data !== undefined && (
        <div className={css.numbers} aria-busy={isPlaceholderData || undefined}>
          <StatisticCharts stats={data} onCourse={(course) => change({ course })} />
        </div>
      )}
    </div>
  );
}

function StatisticCharts({ stats, onCourse }: { stats: Stats; onCourse: (courseId: string) => void }) {
  const { from, to, weeks, pages, questions, ratings, publishing, openAlerts } = stats;
  return (
    <>
      <WeekChart
        title={statsTexts.learnersPerWeek}
        text={statsTexts.learnersPerWeekText}
        weeks={weeks}
        value={['learners', statsTexts.learners]}
        list={<ListLink href={adminUrls.reports({ by: 'person', from, to })}>{statsTexts.reportOfPeople}</ListLink>}
        whenEmpty={{
          text: statsTexts.noLearners,
          action: { title: statsTexts.importPeople, href: adminUrls.importPeople() },
          isAdmin: true,
        }}
      />
      <WeekChart
        title={statsTexts.completionsPerWeek}
        text={statsTexts.completionsPerWeekText}
        weeks={weeks}
        value={['completions', statsTexts.completions]}
        list={<ListLink href={adminUrls.reports({ by: 'lesson', from, to })}>{statsTexts.reportOfLessons}</ListLink>}
        whenEmpty={{
          text: statsTexts.noCompletions,
          action: { title: statsTexts.announceStart, href: adminUrls.newAlert() },
          isAdmin: true,
        }}
      />
      <PageViewStatistics weeks={weeks} pages={pages} />
      <CoursesByCompletion stats={stats} />
      <DropOff stats={stats} onCourse={onCourse} />
      <HardQuestions questions={questions} />
      <Ratings ratings={ratings} />
      <WeekChart
        title={statsTexts.labsPerWeek}
        text={statsTexts.labsPerWeekText}
        weeks={weeks}
        value={['labSessions', statsTexts.sessions]}
        part={['labFailures', statsTexts.sessionsFailed]}
        list={<ListLink href={adminUrls.labs()}>{statsTexts.listOfSessions}</ListLink>}
        whenEmpty={{
          text: statsTexts.noLabs,
          action: { title: statsTexts.seeLabEngines, href: adminUrls.labs() },
          isAdmin: true,
        }}
      />
      <OpenAlerts count={openAlerts} />
      <Published publishing={publishing} />
    </>
  );
}

function CoursesByCompletion({ stats: { courses, from, to } }: { stats: Stats }) {
  return (
    <ChartFigure
      title={statsTexts.coursesByCompletion}
      text={statsTexts.coursesByCompletionText}
      head={[statsTexts.course, statsTexts.learners, statsTexts.completed, statsTexts.rate]}
      rows={courses.map(({ title, learners, completed }) => [
        title,
        learners,
        completed,
        `${percent(completed, learners)} %`,
      ])}
      list={<ListLink href={adminUrls.reports({ by: 'course', from, to })}>{statsTexts.reportOfCourses}</ListLink>}
      whenEmpty={
        <EmptyChart
          shape="bars"
          text={statsTexts.noCourseActivity}
          action={{ title: statsTexts.seeCourses, href: urls.courses() }}
        />
      }
    >
      <BarList
        bars={courses.slice(0, 8).map(({ courseId, title, learners, completed }) => ({
          key: courseId,
          label: title,
          value: completed,
          total: learners,
          text: statsTexts.completedOf({ completed, learners, percent: percent(completed, learners) }),
        }))}
      />
    </ChartFigure>
  );
}

/** How many learners reached and completed the lessons of one course; it is chosen here. */
function DropOff({ stats, onCourse }: { stats: Stats; onCourse: (courseId: string) => void }) {
  const { courses, dropOff } = stats;
  const lessons = dropOff?.lessons ?? [];
  return (
    <ChartFigure
      title={statsTexts.dropOff}
      text={statsTexts.dropOffText}
      head={[statsTexts.lesson, statsTexts.reached, statsTexts.completed]}
      rows={lessons.map(({ title, reached, completed }) => [title, reached, completed])}
      list={
        dropOff !== null && (
          <ListLink href={adminUrls.reports({ by: 'person', course: dropOff.courseId })}>
            {statsTexts.reportOfCourse}
          </ListLink>
        )
      }
      whenEmpty={
        <EmptyChart
          shape="bars"
          text={statsTexts.noDropOff}
          action={{ title: statsTexts.seePublished, href: adminUrls.content() }}
          isAdmin
        />
      }
      tools={
        dropOff !== null && (
          <Field label={statsTexts.course}>
            {(control) => (
              <select {...control} value={dropOff.courseId} onChange={({ target }) => onCourse(target.value)}>
                {[...new Map([[dropOff.courseId, dropOff.title], ...courses.map(toPair)])].map(([id, title]) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )
      }
    >
      <BarList
        bars={lessons.map(({ lessonId, title, reached, completed }) => ({
          key: lessonId,
          label: title,
          value: reached,
          total: Math.max(1, ...lessons.map((lesson) => lesson.reached)),
          text: statsTexts.reachedCompleted({ reached, completed }),
        }))}
      />
    </ChartFigure>
  );
}

function Ratings({ ratings }: Pick<Stats, 'ratings'>) {
  return (
    <ChartFigure
      title={statsTexts.ratings}
      text={statsTexts.ratingsText}
      head={[statsTexts.about, ...[1, 2, 3, 4, 5].map((count) => statsTexts.stars({ count })), statsTexts.average]}
      rows={ratings.map((rating) => [ratedText(rating), ...rating.stars, averageText(rating.stars)])}
      list={<ListLink href={adminUrls.feedback()}>{statsTexts.allFeedback}</ListLink>}
      whenEmpty={
        <EmptyChart
          shape="bars"
          text={statsTexts.noRatings}
          action={{ title: statsTexts.readFeedback, href: adminUrls.feedback() }}
          isAdmin
        />
      }
    >
      <BarList
        bars={ratings.slice(0, 6).map((rating) => ({
          key: `${rating.type} ${rating.id}`,
          label: ratedText(rating),
          value: averageOf(rating.stars),
          total: 5,
          text: statsTexts.ratingOf({
            average: averageText(rating.stars),
            count: rating.stars.reduce((sum, one) => sum + one, 0),
          }),
        }))}
      />
    </ChartFigure>
  );
}

/** The newest versions of content that were published. */
function Published({ publishing }: Pick<Stats, 'publishing'>) {
  const tenantId = useChosenAcademy();
  const published = publishing.map(({ at, kind, id, title, version, by, rollbackOf }) => ({
    href: adminUrls.content(tenantId, id),
    what: statsTexts.named({ kind: kindText(kind), title }),
    text: statsTexts.publishedBy({
      version: rollbackOf === null ? statsTexts.version({ version }) : statsTexts.rolledBack({ version, rollbackOf }),
      moment: momentText(at),
      by: by ?? statsTexts.theServer,
    }),
  }));
  return (
    <section className={css.published} aria-labelledby="published">
      <header>
        <h2 id="published">{statsTexts.published}</h2>
        <p>
          <a href={adminUrls.content(tenantId)}>{statsTexts.allContent}</a>
        </p>
      </header>
      {published.length === 0 ? (
        <EmptyChart
          shape="bars"
          text={statsTexts.nothingPublished}
          action={{ title: statsTexts.makeToken, href: adminUrls.tokens() }}
          isAdmin
        />
      ) : (
        <ol>
          {published.map(({ href, what, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are rendered anew as a whole
            <li key={place}>
              <a href={href} dir="auto">
                {what}
              </a>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** How many alerts readers see at the moment. */
function OpenAlerts({ count }: { count: number }) {
  const tenantId = useChosenAcademy();
  return (
    <section className={css.alerts} aria-labelledby="open-alerts">
      <header>
        <h2 id="open-alerts">{statsTexts.alerts}</h2>
        <p>{count === 0 ? statsTexts.noAlerts : statsTexts.openAlerts({ count })}</p>
      </header>
      <p>
        {count === 0 ? (
          <a href={adminUrls.newAlert(tenantId)}>{statsTexts.writeAlert}</a>
        ) : (
          <a href={adminUrls.alerts(tenantId)}>{statsTexts.allAlerts}</a>
        )}
      </p>
    </section>
  );
}

const toPair = ({ courseId, title }: Stats['courses'][number]) => [courseId, title] as const;
