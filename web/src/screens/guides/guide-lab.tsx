import type { Guide } from '@academy/contract/guides';
import { FlaskConical } from 'lucide-react';
import { Prose } from '../../features/prose/prose.tsx';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './guide-screen.module.css';
import { guideTexts } from './guide-texts.ts';

/** The link to a guide's lab, or that there is none yet. */
export function GuideLab({ guide }: { guide: Guide }) {
  return (
    <section className={css.lab} aria-label={guideTexts.lab}>
      {guide.preview ? <Prose html={guide.preview} /> : guide.hasLab && <p>{guideTexts.labSteps}</p>}
      {guide.hasLab ? (
        <LinkButton look="primary" href={urls.guideLab(guide.slug)}>
          <FlaskConical aria-hidden="true" />
          {guideTexts.openLab}
        </LinkButton>
      ) : (
        <p>{guideTexts.noLab}</p>
      )}
    </section>
  );
}
