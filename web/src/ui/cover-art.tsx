import type { CoverStyle } from '@academy/contract/tenants';
import { memo, useEffect, useState } from 'react';
import { useIsHydrating } from '../lib/use-is-hydrating.ts';
import { coverMood } from './cover-art/cover-mood.ts';
import { drawnCover, loadDrawing } from './cover-art/drawing.ts';
import css from './cover-art.module.css';

const PALETTE_CLASSES = ['', css.p1, css.p2, css.p3, css.p4, css.p5];

interface CoverArtProps {
  slug: string;
  style: CoverStyle;
}

/** The picture of a course, drawn from its slug. It fills its frame and is decoration: a title always stands beside it. */
export const CoverArt = memo(function CoverArt({ slug, style }: CoverArtProps) {
  return <Cover key={`${style}/${slug}`} slug={slug} style={style} />;
});

const isDrawn = (drawing: { __html: string | null }): drawing is { __html: string } => drawing.__html !== null;

/**
 * A picture that the server has drawn is left as it is: hydration needs neither its paths nor the code that draws. In
 * the browser the drawing code is loaded when the first picture has to be drawn.
 */
function Cover({ slug, style }: CoverArtProps) {
  const hydrating = useIsHydrating();
  // One object per picture: React would insert the markup of a new object again.
  const [drawing, setDrawing] = useState(() =>
    hydrating && !import.meta.env.SSR ? { __html: '' } : { __html: drawnCover(slug, style) },
  );
  const missing = drawing.__html === null;
  useEffect(() => {
    if (!missing) return;
    let wanted = true;
    void loadDrawing().then(() => wanted && setDrawing({ __html: drawnCover(slug, style) }));
    return () => {
      wanted = false;
    };
  }, [missing, slug, style]);
  const { night, palette } = coverMood(slug, style);
  const classes = [css.cover, PALETTE_CLASSES[palette], night ? css.night : ''].filter(Boolean).join(' ');
  return (
    <svg
      className={classes}
      viewBox="0 0 640 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      suppressHydrationWarning
      {...(isDrawn(drawing) ? { dangerouslySetInnerHTML: drawing } : {})}
    />
  );
}
