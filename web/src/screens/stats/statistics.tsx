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
import { Field } from '../../ui/field.tsx';
import { EmptyChart } from './empty-chart.tsx';
import { HardQuestions } from './hard-questions.tsx';
import { PageViewStatistics } from './page-view-statistics.tsx';
import css from './statistics.module.css';
import { averageOf, kindText, percent, ratedText } from './statistics-text.ts';
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
        <legend className="sr-only">What the figures are about</legend>
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={name === 'from' ? 'From (UTC)' : 'To (UTC)'}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={values[name] || (data?.[name] ?? '')}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
        {(values.from !== '' || values.to !== '') && (
          <Button onClick={() => change({ from: '', to: '' })}>Last 12 weeks</Button>
        )}
      </fieldset>
      <p role="status" className={css.made}>
        {data === undefined
          ? error === null &&
            (isMaking
              ? 'Figures are being made; with very many learners this takes up to some minutes'
              : 'Figures are on their way')
          : !isPlaceholderData &&
            `Figures of ${momentText(data.madeAt)}${isMaking ? '; newer ones are being made' : ''}`}
      </p>
      {error !== null && (
        <div role="alert" className={css.failure}>
          <p>The figures could not be made. {error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data !== undefined && (
        <div className={css.figures} aria-busy={isPlaceholderData || undefined}>
          <StatisticCharts stats={data} onCourse={(course) => change({ course })} />
        </div>
      )}
    </div>
  );
}

function StatisticCharts({ stats, onCourse }: { stats: Stats; onCourse: (courseId: string) => void }) {
  const { weeks, courses, dropOff, pages, questions, ratings, publishing, openAlerts } = stats;
  const tenantId = useChosenAcademy();
  const published = publishing.map(({ at, kind, id, title, version, by, rollbackOf }) => ({
    href: adminUrls.content(tenantId, id),
    what: `${kindText(kind)}: ${title}`,
    text: [
      rollbackOf === null ? `Version ${version}` : `Version ${version}, back to ${rollbackOf}`,
      momentText(at),
      `by ${by ?? 'the server'}`,
    ].join(', '),
  }));
  return (
    <>
      <WeekChart
        title="Learners per week"
        text="Who began, completed or restarted a lesson or guide; each counts once a week."
        weeks={weeks}
        value={['learners', 'Learners']}
        whenEmpty={{
          text: 'Nobody learned in these days. As soon as people begin a lesson or guide, they are counted here.',
          action: { title: 'Import people from a file', href: adminUrls.importPeople() },
          isAdmin: true,
        }}
      />
      <WeekChart
        title="Completions per week"
        text="Lessons and guides that learners completed."
        weeks={weeks}
        value={['completions', 'Completions']}
        whenEmpty={{
          text: 'Nothing was completed in these days. Lessons and guides that learners complete are counted here.',
          action: { title: 'Tell everybody what to begin with', href: adminUrls.newAlert() },
          isAdmin: true,
        }}
      />
      <PageViewStatistics weeks={weeks} pages={pages} />
      <ChartFigure
        title="Courses by completion"
        text="Of the learners who did something in a course in these days, those who have completed all of it by now."
        head={['Course', 'Learners', 'Completed', 'Rate']}
        rows={courses.map(({ title, learners, completed }) => [
          title,
          learners,
          completed,
          `${percent(completed, learners)} %`,
        ])}
        whenEmpty={
          <EmptyChart
            shape="bars"
            text="Nobody did anything in a course in these days. Courses with learners will stand here, with how many finish."
            action={{ title: 'See the courses', href: urls.courses() }}
          />
        }
      >
        <BarList
          bars={courses.slice(0, 8).map(({ courseId, title, learners, completed }) => ({
            key: courseId,
            label: title,
            value: completed,
            total: learners,
            text: `${completed} of ${learners}, ${percent(completed, learners)} %`,
          }))}
        />
      </ChartFigure>
      <ChartFigure
        title="Where learners leave"
        text="How many of a course's learners reached and completed each lesson."
        head={['Lesson', 'Reached', 'Completed']}
        rows={(dropOff?.lessons ?? []).map(({ title, reached, completed }) => [title, reached, completed])}
        whenEmpty={
          <EmptyChart
            shape="bars"
            text="Nobody did anything in a course in these days. Once they do, you see lesson by lesson how far they come."
            action={{ title: 'See what is published', href: adminUrls.content() }}
            isAdmin
          />
        }
        tools={
          dropOff !== null && (
            <Field label="Course">
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
          bars={(dropOff?.lessons ?? []).map(({ lessonId, title, reached, completed }) => ({
            key: lessonId,
            label: title,
            value: reached,
            total: Math.max(1, ...(dropOff?.lessons ?? []).map((lesson) => lesson.reached)),
            text: `${reached} reached, ${completed} completed`,
          }))}
        />
      </ChartFigure>
      <HardQuestions questions={questions} />
      <ChartFigure
        title="Ratings"
        text="Stars that learners gave, of the academy and of what was rated most."
        head={['About', '1 star', '2 stars', '3 stars', '4 stars', '5 stars', 'Average']}
        rows={ratings.map((rating) => [ratedText(rating), ...rating.stars, averageOf(rating.stars)])}
        whenEmpty={
          <EmptyChart
            shape="bars"
            text="Nobody gave stars in these days. Learners are asked for them after lessons and courses."
            action={{ title: 'Read the feedback', href: adminUrls.feedback() }}
            isAdmin
          />
        }
      >
        <BarList
          bars={ratings.slice(0, 6).map((rating) => ({
            key: `${rating.type} ${rating.id}`,
            label: ratedText(rating),
            value: Number(averageOf(rating.stars)),
            total: 5,
            text: `${averageOf(rating.stars)} of 5, ${rating.stars.reduce((sum, one) => sum + one, 0)} given`,
          }))}
        />
      </ChartFigure>
      <WeekChart
        title="Labs per week"
        text="Lab sessions that began; those that failed are drawn in another color."
        weeks={weeks}
        value={['labSessions', 'Sessions']}
        part={['labFailures', 'Failed']}
        whenEmpty={{
          text: 'Nobody was in a lab in these days. Sessions will stand here, with those that failed.',
          action: { title: 'See whether the lab engines answer', href: adminUrls.labs() },
          isAdmin: true,
        }}
      />
      <OpenAlerts count={openAlerts} />
      <section className={css.published} aria-labelledby="published">
        <h2 id="published">Published</h2>
        <p>
          <a href={adminUrls.content(tenantId)}>All content of the academy</a>
        </p>
        {published.length === 0 ? (
          <EmptyChart
            shape="bars"
            text="Nothing was published in these days. Each publish will stand here, with its version and who did it."
            action={{ title: 'Make a token to publish with', href: adminUrls.tokens() }}
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
    </>
  );
}

/** How many alerts readers see at the moment. */
function OpenAlerts({ count }: { count: number }) {
  const tenantId = useChosenAcademy();
  return (
    <section className={css.alerts} aria-labelledby="open-alerts">
      <h2 id="open-alerts">Alerts</h2>
      <p>
        {count === 0
          ? 'No alert is shown above the pages at the moment.'
          : `${count} ${count === 1 ? 'alert is' : 'alerts are'} shown above the pages at the moment.`}
      </p>
      <p>
        {count === 0 ? (
          <a href={adminUrls.newAlert(tenantId)}>Write an alert</a>
        ) : (
          <a href={adminUrls.alerts(tenantId)}>All alerts</a>
        )}
      </p>
    </section>
  );
}

const toPair = ({ courseId, title }: Stats['courses'][number]) => [courseId, title] as const;
