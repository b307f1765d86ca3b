import type { Stats } from '@academy/contract/stats';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { urls } from '../../navigation/urls.ts';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { EmptyChart } from './empty-chart.tsx';
import { ListLink } from './list-link.tsx';
import { pageText } from './statistics-text.ts';
import { statsTexts } from './stats-texts.ts';
import { WeekChart } from './week-chart.tsx';

/** How often pages were viewed, and which of them most. */
export function PageViewStatistics({ weeks, pages }: Pick<Stats, 'weeks' | 'pages'>) {
  return (
    <>
      <WeekChart
        title={statsTexts.pageViews}
        text={statsTexts.pageViewsText}
        weeks={weeks}
        value={['views', statsTexts.views]}
        whenEmpty={{
          text: statsTexts.noPageViews,
          action: { title: statsTexts.openAcademy, href: urls.home() },
        }}
      />
      <ChartFigure
        title={statsTexts.viewedPages}
        text={statsTexts.viewedPagesText}
        head={[statsTexts.page, statsTexts.views]}
        rows={pages.map((page) => [pageText(page), page.views])}
        list={<ListLink href={adminUrls.content()}>{statsTexts.seePages}</ListLink>}
        whenEmpty={
          <EmptyChart
            shape="bars"
            text={statsTexts.noViewedPages}
            action={{ title: statsTexts.seePages, href: adminUrls.content() }}
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
