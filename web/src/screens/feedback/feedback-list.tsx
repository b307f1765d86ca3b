import { RATING_STARS } from '@academy/contract/constants';
import type { FeedbackItem } from '@academy/contract/feedback-admin';
import { download } from '../../api/download.ts';
import { exportFeedback, useFeedback } from '../../api/feedback-admin.ts';
import { countText } from '../../lib/count-text.ts';
import { momentText } from '../../lib/moments.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { FilterChoice } from '../../ui/data-table/filter-choice.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { PeriodFilter } from '../../ui/data-table/period-filter.tsx';
import { Fact, RowDetails } from '../../ui/data-table/row-details.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { aboutOf, FEEDBACK_COLUMNS, Rating, writerOf } from './feedback-columns.tsx';
import { RatingList } from './rating-list.tsx';

/** The newest first. */
const AT_FIRST = { sortBy: 'at', sortDir: 'desc' } as const;
const FILTERS = ['type', 'course', 'lesson', 'rating', 'bug', 'from', 'to'] as const;
const NO_FILTERS = { type: '', course: '', lesson: '', rating: '', bug: '', from: '', to: '' };

/** Feedback: ratings and texts, with search, filters, details and download. */
export function FeedbackList() {
  const tenantId = useChosenAcademy();
  const table = useTableView(FEEDBACK_COLUMNS, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const { text, page, sortBy, sortDir } = table.view;
  // An invalid value in the address is refused by the server.
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as object;
  const read = useFeedback({
    ...set,
    q: text,
    sortBy: sortBy === 'rating' ? 'rating' : 'at',
    sortDir,
    pageNumber: page - 1,
  });
  const courses = read.data?.courses ?? [];
  return (
    <>
      <RatingList from={values.from} to={values.to} onChoose={({ course, lesson }) => change({ course, lesson })} />
      <PagedTable
        {...table}
        label="Feedback"
        counted={({ count }) => countText(count, 'piece of feedback', 'pieces of feedback')}
        columns={FEEDBACK_COLUMNS}
        read={read}
        idOf={({ feedbackId }) => feedbackId}
        titleOf={(item) => `${aboutOf(item)}, ${writerOf(item)}, ${momentText(item.at)}`}
        searchLabel="Search the words of feedback"
        isFiltered={isFiltered}
        onShowAll={() => change(NO_FILTERS, false)}
        tools={
          <DownloadButton
            label="Download feedback as CSV"
            onDownload={() => download(exportFeedback, { ...set, q: text }, tenantId)}
          />
        }
        filters={
          <TableFilters isFiltered={isFiltered} onClear={() => change(NO_FILTERS)}>
            <FilterChoice
              label="About"
              value={values.type}
              everything="Everything"
              options={[
                ['lesson', 'Lessons'],
                ['course', 'Courses'],
                ['general', 'The academy'],
              ]}
              onChange={(type) => change({ type })}
            />
            <FilterChoice
              label="Course"
              value={values.course}
              everything="All courses"
              options={courses.map(({ courseId, title }) => [courseId, title])}
              onChange={(course) => change({ course, lesson: '' })}
            />
            <FilterChoice
              label="Rating"
              value={values.rating}
              everything="Any"
              options={[...STARS, ['none', 'Without stars']]}
              onChange={(rating) => change({ rating })}
            />
            <FilterChoice
              label="Problems"
              value={values.bug}
              everything="All words"
              options={[
                ['true', 'Problems only'],
                ['false', 'No problems'],
              ]}
              onChange={(bug) => change({ bug })}
            />
            <PeriodFilter from={values.from} to={values.to} onChange={change} />
          </TableFilters>
        }
        details={(item) => <Details item={item} />}
        whenEmpty={
          <>
            <h2>Nobody has said anything yet</h2>
            <p>Whatever learners and visitors say by “Give Feedback” stands here, newest first.</p>
          </>
        }
      />
    </>
  );
}

const STARS = Array.from({ length: RATING_STARS }, (_, index) => RATING_STARS - index).map(
  (stars) => [String(stars), countText(stars, 'star')] as const,
);

/** The whole feedback, with its writer and page. */
function Details({ item }: { item: FeedbackItem }) {
  const { comments, answers, rating, writer, context, courseTitle, type } = item;
  return (
    <RowDetails quote={comments}>
      {rating !== null && (
        <Fact name="Rating">
          <Rating rating={rating} />
        </Fact>
      )}
      {answers?.map(({ question, answer }) => (
        <Fact key={question} name={question}>
          {answer}
        </Fact>
      ))}
      <Fact name="From">
        {writer === null ? (
          `${writerOf(item)}${item.isVisitor ? '' : ' who does not want to be asked back'}`
        ) : (
          <>
            {writer.name} <a href={`mailto:${writer.email}`}>{writer.email}</a>
          </>
        )}
      </Fact>
      {type === 'lesson' && courseTitle !== null && <Fact name="Course">{courseTitle}</Fact>}
      <Fact name="Page">
        <code>{context.url}</code>
      </Fact>
      <Fact name="Browser">
        <code>{context.userAgent}</code>
      </Fact>
    </RowDetails>
  );
}
