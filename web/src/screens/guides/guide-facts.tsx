import type { Guide } from '@academy/contract/guides';
import { formatDuration } from '@academy/contract/rules/duration';
import { BookOpen, FlaskConical, Play, UserRound } from 'lucide-react';
import { Fragment } from 'react';
import { DurationFact, HeroFacts, LevelFact } from '../../features/item-hero/item-hero.tsx';
import { joined } from '../../i18n/joined.ts';
import { urls } from '../../navigation/urls.ts';
import { guideTexts } from './guide-texts.ts';

const TYPE_ICONS = { article: BookOpen, lab: FlaskConical, video: Play };

/** What a guide is, how long it takes and who wrote it. */
export function GuideFacts({ guide }: { guide: Guide }) {
  const duration = formatDuration(guide.duration);
  const { instructors, level, readingMinutes } = guide;
  const type = guideTexts[guide.type];
  const TypeIcon = TYPE_ICONS[guide.type];
  return (
    <HeroFacts>
      <li>
        <TypeIcon aria-hidden="true" />
        {guide.html !== null && readingMinutes > 0
          ? guideTexts.typeAndReading({ type, minutes: readingMinutes })
          : type}
      </li>
      <LevelFact level={level} />
      <DurationFact>
        {duration &&
          joined(guideTexts.takes({ duration, hidden: (words) => <span className="sr-only">{words}</span> }))}
      </DurationFact>
      {instructors.length > 0 && (
        <li>
          <UserRound aria-hidden="true" />
          <span>
            {instructors.map((one, index) => (
              <Fragment key={one.instructorId}>
                {index > 0 && ', '}
                <a href={urls.instructor(one.slug)} dir="auto">
                  {one.name}
                </a>
              </Fragment>
            ))}
          </span>
        </li>
      )}
    </HeroFacts>
  );
}
