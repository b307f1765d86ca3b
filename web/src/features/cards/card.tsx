import type { Locked } from '@academy/contract/entities';
import { formatDuration } from '@academy/contract/rules/duration';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import type { Tenant } from '@academy/contract/tenants';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { setFavorite } from '../../api/favorites.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { levelText } from '../../catalogue/option-text.ts';
import type { FavoriteSubject } from '../../overlay/overlay.ts';
import { FavoriteButton } from '../../ui/favorite-button.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './card.module.css';
import { cardTexts } from './card-texts.ts';

interface CardProps {
  /** What courses, guides and learning paths have in common. */
  entry: {
    title: string;
    description: string;
    level: string | null;
    topic: readonly string[];
    duration: number;
    isFavorite: boolean;
    locked?: Locked;
  };
  /** What the favorite button adds. */
  subject: FavoriteSubject;
  href: string;
  /** Picture or cover art. */
  cover: ReactNode;
  /** Beside level and duration: number of lessons, kind of guide. */
  fact: string;
  /** 0-100; null before anything is done. */
  percent?: number | null;
  percentLabel?: string;
  /** Which part of it this person can do, in words and percent; null: all, or what the lock says. */
  reach?: { text: string; percent: number } | null;
  tenant: Tenant;
  signedIn: boolean;
  /** Cover and text side by side where there is room. */
  lead?: boolean;
  /** Level of the title in the page's outline. */
  heading?: 'h2' | 'h3';
}

/** An entry of a list: its cover with lock, favorite button and progress ring, its topic and its size. */
export function Card(props: CardProps) {
  const { entry, tenant, percent = null, percentLabel, heading: Heading = 'h2' } = props;
  const lock = lockMessage(entry.locked ?? null, props.signedIn, tenant);
  const level = entry.level && levelText(entry.level);
  return (
    <article className={props.lead ? `${css.card} ${css.lead}` : css.card}>
      <div className={css.cover}>
        <span className={css.frame}>{props.cover}</span>
        {(lock || props.reach) && (
          <span className={css.lock}>
            {lock && (
              <Tag look="solid">
                <LockKeyhole aria-hidden="true" />
                {lock.word}
              </Tag>
            )}
            {props.reach && <Tag look="solid">{props.reach.text}</Tag>}
          </span>
        )}
        {percent !== null && (
          <span className={css.ring}>
            <Ring
              percent={percent}
              reach={props.reach?.percent ?? 100}
              size={40}
              figure
              label={percentLabel ?? cardTexts.percent({ percent })}
            />
          </span>
        )}
      </div>
      <div>
        <p className={css.meta}>
          {[level, props.fact, formatDuration(entry.duration)].map((text) => text && <span key={text}>{text}</span>)}
        </p>
        <Heading className={css.title} dir="auto">
          <a href={props.href}>{entry.title}</a>
        </Heading>
        <p className={css.text} dir="auto">
          {entry.description}
        </p>
        {entry.topic.length > 0 && (
          <ul className={css.topics} aria-label={cardTexts.topics}>
            {entry.topic.map((topic) => (
              <li key={topic}>
                <Tag>{titleOfOption(normaliseOption(topic), tenant.topicNames)}</Tag>
              </li>
            ))}
          </ul>
        )}
      </div>
      <FavoriteButton
        className={css.favorite}
        subject={props.subject}
        title={entry.title}
        isFavorite={entry.isFavorite}
        onToggle={(isFavorite) => setFavorite(props.subject, isFavorite)}
      />
    </article>
  );
}
