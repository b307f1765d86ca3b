import type { CoverStyle } from '@academy/contract/tenants';
import { memo } from 'react';
import { drawCover } from './cover-art/draw-cover.ts';
import { HEIGHT, WIDTH } from './cover-art/shapes.ts';
import css from './cover-art.module.css';

const PALETTE_CLASSES = ['', css.p1, css.p2, css.p3, css.p4, css.p5];

/** The picture of a course, drawn from its slug. It fills its frame and is decoration: a title always stands beside it. */
export const CoverArt = memo(function CoverArt({ slug, style }: { slug: string; style: CoverStyle }) {
  const { layers, night, palette } = drawCover(slug, style);
  const classes = [css.cover, PALETTE_CLASSES[palette], night ? css.night : ''].filter(Boolean).join(' ');
  return (
    <svg className={classes} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {layers.map(({ d, fill, stroke, width }, i) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the layers of a drawing never change order
          key={i}
          d={d}
          fill={fill === undefined ? 'none' : `var(--k${fill})`}
          stroke={stroke === undefined ? undefined : `var(--k${stroke})`}
          strokeWidth={width}
        />
      ))}
    </svg>
  );
});
