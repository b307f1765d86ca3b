import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import type { Tenant } from '@academy/contract/tenants';
import { LockKeyhole } from 'lucide-react';
import { Tag } from '../../ui/tag.tsx';
import css from './card.module.css';

/** On the cover of what is locked: what opens it. */
export function CardLock({ word }: { word: string }) {
  return (
    <span className={css.lock}>
      <Tag look="solid">
        <LockKeyhole aria-hidden="true" />
        {word}
      </Tag>
    </span>
  );
}

/** What a card's entry is about; nothing when it names no topic. */
export function CardTopics({ topics, tenant }: { topics: readonly string[]; tenant: Tenant }) {
  if (topics.length === 0) return null;
  return (
    <ul className={css.topics} aria-label="Topics">
      {topics.map((topic) => (
        <li key={topic}>
          <Tag>{titleOfOption(normaliseOption(topic), tenant.topicNames)}</Tag>
        </li>
      ))}
    </ul>
  );
}
