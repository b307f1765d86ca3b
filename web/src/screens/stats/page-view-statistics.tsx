import type { Stats } from '@academy/contract/stats';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { urls } from '../../navigation/urls.ts';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { EmptyChart } from './empty-chart.tsx';
import { pageText } from './statistics-text.ts';
import { WeekChart } from './week-chart.tsx';

/** How often pages were viewed, and which of them most. */
export function PageViewStatistics({ weeks, pages }: Pick<Stats, 'weeks' | 'pages'>) {
  return (
    <>
      <WeekChart
        title="Page views per week"
        text="Counted without cookies, and without a trace of who it was; readers who ask not to be tracked are not counted."
        weeks={weeks}
        value={['views', 'Views']}
        whenEmpty={{
          text: 'No page was viewed in these days. From the first reader on, views are counted here week by week.',
          action: { title: 'Open the academy', href: urls.home() },
        }}
      />
      <ChartFigure
        title="Most viewed pages"
        text="Screens, and what was published."
        head={['Page', 'Views']}
        rows={pages.map((page) => [pageText(page), page.views])}
        whenEmpty={
          <EmptyChart
            shape="bars"
            text="The pages that are opened most will stand here, with how often."
            action={{ title: 'See what there is to open', href: adminUrls.content() }}
            isAdmin
          />
        }
      >
        <BarList
          bars={pages.map((page) => ({
            key: `${page.kind} ${page.id}`,
            label: pageText(page),
            value: page.views,
            total: pages[0]?.views ?? 1,
            text: `${page.views}`,
          }))}
        />
      </ChartFigure>
    </>
  );
}
