import { formatDuration } from '@academy/contract/rules/duration';
import { lessonsText } from '../../catalogue/course-progress.ts';
import { typeText } from '../../catalogue/option-text.ts';
import { urls } from '../../navigation/urls.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './dashboard.module.css';
import type { NewsEntry } from './dashboard-data.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { EntryArt } from './entry-art.tsx';

/** What was published since the learner was last here. */
export function News({ entries }: { entries: readonly NewsEntry[] }) {
  return (
    <section className={css.section} aria-labelledby="news-title">
      <div className={css.head}>
        <h2 id="news-title">{dashboardTexts.newsTitle}</h2>
        <a href={urls.courses({ sort: 'newest' })}>{dashboardTexts.newestCourses}</a>
      </div>
      <ul className={css.rows} aria-label={dashboardTexts.newsTitle}>
        {entries.map((entry) => (
          <li key={`${entry.kind} ${entry.item.slug}`} className={css.row}>
            <span className={css.rowArt}>
              <EntryArt thumbnail={entry.kind === 'course' ? entry.item.thumbnail : null} slug={entry.item.slug} />
            </span>
            <div>
              <Tag look="accent">{dashboardTexts.newTag}</Tag>
              <h3 dir="auto">
                <a href={entry.kind === 'course' ? urls.course(entry.item.slug) : urls.guide(entry.item.slug)}>
                  {entry.item.title}
                </a>
              </h3>
              <p className={css.muted}>{factsOf(entry).filter(Boolean).join(' · ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsOf({ kind, item }: NewsEntry): string[] {
  const what = kind === 'course' ? lessonsText(item.lessonsCount) : typeText(item.type);
  return [
    kind === 'course' ? dashboardTexts.courseKind : dashboardTexts.guideKind,
    what,
    formatDuration(item.duration),
  ];
}
