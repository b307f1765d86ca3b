import { RATING_STARS } from '@academy/contract/constants';
import type { FeedbackItem } from '@academy/contract/feedback-admin';
import { useMemo } from 'react';
import { download } from '../../api/download.ts';
import { exportFeedback, useFeedback, useHandleFeedback } from '../../api/feedback-admin.ts';
import { HandlingForm, handlingStates } from '../../features/handling/handling.tsx';
import { handlingTexts } from '../../features/handling/handling-texts.ts';
import { momentText } from '../../lib/moments.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { FilterChoice } from '../../ui/data-table/filter-choice.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { PeriodFilter } from '../../ui/data-table/period-filter.tsx';
import { Fact, RowDetails } from '../../ui/data-table/row-details.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { aboutOf, feedbackColumns, Rating, writerOf } from './feedback-columns.tsx';
import { feedbackListTexts } from './feedback-list-texts.ts';
import { RatingList } from './rating-list.tsx';

/** The newest first. */
const AT_FIRST = { sortBy: 'at', sortDir: 'desc' } as const;
const FILTERS = ['type', 'course', 'lesson', 'rating', 'bug', 'state', 'from', 'to'] as const;
const NO_FILTERS = { type: '', course: '', lesson: '', rating: '', bug: '', state: '', from: '', to: '' };

/** Feedback: ratings and texts, with search, filters, details and download. */
export function FeedbackList() {
  const tenantId = useChosenAcademy();
  const columns = useMemo(feedbackColumns, []);
  const table = useTableView(columns, AT_FIRST);
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
        label={feedbackListTexts.feedback}
        counted={feedbackListTexts.counted}
        columns={columns}
        read={read}
        idOf={({ feedbackId }) => feedbackId}
        titleOf={(item) => `${aboutOf(item)}, ${writerOf(item)}, ${momentText(item.at)}`}
        searchLabel={feedbackListTexts.search}
        isFiltered={isFiltered}
        onShowAll={() => change(NO_FILTERS, false)}
        tools={
          <DownloadButton
            label={feedbackListTexts.download}
            onDownload={() => download(exportFeedback, { ...set, q: text }, tenantId)}
          />
        }
        filters={
          <TableFilters isFiltered={isFiltered} onClear={() => change(NO_FILTERS)}>
            <FilterChoice
              label={feedbackListTexts.about}
              value={values.type}
              everything={feedbackListTexts.everything}
              options={[
                ['lesson', feedbackListTexts.lessons],
                ['course', feedbackListTexts.courses],
                ['general', feedbackListTexts.academy],
              ]}
              onChange={(type) => change({ type })}
            />
            <FilterChoice
              label={feedbackListTexts.course}
              value={values.course}
              everything={feedbackListTexts.allCourses}
              options={courses.map(({ courseId, title }) => [courseId, title])}
              onChange={(course) => change({ course, lesson: '' })}
            />
            <FilterChoice
              label={feedbackListTexts.rating}
              value={values.rating}
              everything={feedbackListTexts.anyRating}
              options={[...starChoices(), ['none', feedbackListTexts.withoutStars]]}
              onChange={(rating) => change({ rating })}
            />
            <FilterChoice
              label={feedbackListTexts.problems}
              value={values.bug}
              everything={feedbackListTexts.allComments}
              options={[
                ['true', feedbackListTexts.problemsOnly],
                ['false', feedbackListTexts.noProblems],
              ]}
              onChange={(bug) => change({ bug })}
            />
            <FilterChoice
              label={handlingTexts.state}
              value={values.state}
              everything={handlingTexts.anyState}
              options={handlingStates()}
              onChange={(state) => change({ state })}
            />
            <PeriodFilter from={values.from} to={values.to} onChange={change} />
          </TableFilters>
        }
        details={(item) => <Details item={item} />}
        whenEmpty={
          <>
            <h2>{feedbackListTexts.emptyTitle}</h2>
            <p>{feedbackListTexts.emptyText}</p>
          </>
        }
      />
    </>
  );
}

const starChoices = () =>
  Array.from({ length: RATING_STARS }, (_, index) => RATING_STARS - index).map(
    (count) => [String(count), feedbackListTexts.stars({ count })] as const,
  );

/** The whole feedback, with its writer and page. */
function Details({ item }: { item: FeedbackItem }) {
  const { feedbackId, comments, answers, rating, writer, context, courseTitle, type } = item;
  const handle = useHandleFeedback();
  return (
    <>
      <RowDetails quote={comments}>
        {rating !== null && (
          <Fact name={feedbackListTexts.rating}>
            <Rating rating={rating} />
          </Fact>
        )}
        {answers?.map(({ question, answer }) => (
          <Fact key={question} name={question}>
            {answer}
          </Fact>
        ))}
        <Fact name={feedbackListTexts.from}>
          {writer === null ? (
            item.isVisitor ? (
              writerOf(item)
            ) : (
              feedbackListTexts.learnerNoContact
            )
          ) : (
            <>
              {writer.name} <a href={`mailto:${writer.email}`}>{writer.email}</a>
            </>
          )}
        </Fact>
        {type === 'lesson' && courseTitle !== null && <Fact name={feedbackListTexts.course}>{courseTitle}</Fact>}
        <Fact name={feedbackListTexts.page}>
          <code>{context.url}</code>
        </Fact>
        <Fact name={feedbackListTexts.browser}>
          <code>{context.userAgent}</code>
        </Fact>
      </RowDetails>
      <HandlingForm
        key={feedbackId}
        id={feedbackId}
        handling={item}
        writer={writer?.email ?? null}
        onChange={(change) => handle(feedbackId, change)}
      />
    </>
  );
}
