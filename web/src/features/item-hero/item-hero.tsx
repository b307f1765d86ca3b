import type { Language } from '@academy/contract/i18n/languages';
import { ChartNoAxesColumnIncreasing, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { levelText } from '../../catalogue/option-text.ts';
import { langOf } from '../../lib/lang-of.ts';
import css from './item-hero.module.css';

interface ItemHeroProps {
  item: { title: string; description: string; language: Language };
  /** The list that it is found in. */
  list: { href: string; name: string };
  /** The buttons beside its first line. */
  actions: ReactNode;
  /** Fills a frame of 16:10 beside the words. */
  picture: ReactNode;
  /** What the screen adds to the look. */
  className?: string | undefined;
  /** Below the description: facts, and where to start. */
  children: ReactNode;
}

/** The head of a course, guide or learning path: its title and description, and its picture beside them. */
export function ItemHero({ item, list, actions, picture, className = '', children }: ItemHeroProps) {
  const lang = langOf(item.language);
  return (
    <header className={`${css.hero} ${className}`}>
      <div>
        <div className={css.actions}>{actions}</div>
        <p className={css.crumb}>
          <a href={list.href}>{list.name}</a>
        </p>
        <h1 tabIndex={-1} dir="auto" lang={lang}>
          {item.title}
        </h1>
        <p className={css.lead} dir="auto" lang={lang}>
          {item.description}
        </p>
        {children}
      </div>
      <div className={`${css.art} no-print`}>{picture}</div>
    </header>
  );
}

/** Facts in a row, each an `<li>` with an icon. */
export const HeroFacts = ({ children }: { children: ReactNode }) => <ul className={css.facts}>{children}</ul>;

export const LevelFact = ({ level }: { level: string | null }) =>
  level && (
    <li>
      <ChartNoAxesColumnIncreasing aria-hidden="true" />
      {levelText(level)}
    </li>
  );

export const DurationFact = ({ children }: { children: ReactNode }) =>
  children && (
    <li>
      <Clock aria-hidden="true" />
      {children}
    </li>
  );
