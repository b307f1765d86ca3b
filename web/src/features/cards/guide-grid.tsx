import type { GuideItem } from '@academy/contract/guides';
import { formatDuration } from '@academy/contract/rules/duration';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import type { Tenant } from '@academy/contract/tenants';
import { memo } from 'react';
import { lockMessage } from '../../lib/lock-message.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import { HeartButton } from '../../ui/heart-button.tsx';
import { urls } from '../../urls.ts';
import css from './card.module.css';
import grid from './card-grid.module.css';
import { CardLock, CardTopics } from './card-parts.tsx';

/** Guides side by side, as many as fit. */
export function GuideGrid({ guides, label }: { guides: readonly GuideItem[]; label: string }) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  return (
    <ul className={grid.grid} aria-label={label}>
      {guides.map((guide) => (
        <li key={guide.lessonId}>
          <GuideCard guide={guide} tenant={tenant} signedIn={isAuthenticated} />
        </li>
      ))}
    </ul>
  );
}

interface GuideCardProps {
  guide: GuideItem;
  tenant: Tenant;
  signedIn: boolean;
}

/** A guide in a list: its cover, what it is about and how long it takes. */
const GuideCard = memo(function GuideCard({ guide, tenant, signedIn }: GuideCardProps) {
  const lock = lockMessage(guide.locked, signedIn, tenant);
  const duration = formatDuration(guide.duration);
  return (
    <article className={css.card}>
      <div className={css.cover}>
        <span className={css.frame}>
          <CoverArt slug={guide.slug} style={tenant.cover} />
        </span>
        {lock && <CardLock word={lock.word} />}
      </div>
      <div>
        <p className={css.meta}>
          <span>{titleOfOption(guide.type)}</span>
          {guide.level && <span>{titleOfOption(normaliseOption(guide.level))}</span>}
          {duration && <span>{duration}</span>}
        </p>
        <h2 className={css.title}>
          <a href={urls.guide(guide.slug)}>{guide.title}</a>
        </h2>
        <p className={css.text}>{guide.description}</p>
        <CardTopics topics={guide.topic} tenant={tenant} />
      </div>
      <HeartButton
        className={css.heart}
        of={`guide ${guide.lessonId}`}
        title={guide.title}
        isFavorite={guide.isFavorite}
      />
    </article>
  );
});
