import type { ElementContent } from 'hast';
import { contentTexts } from '../content-texts.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { plainCodeFigure } from './code.ts';
import type { TextPlace } from './context.ts';
import { drawDiagram } from './draw-diagram.ts';
import { h } from './hast.ts';

/** A drawn diagram with its source in a disclosure; where it cannot be drawn, the source alone. */
export async function diagram(source: string, { assetStore }: TextPlace): Promise<ElementContent[]> {
  const code = plainCodeFigure(source, contentTexts.diagram, 'mermaid');
  const drawn = await drawDiagram(source);
  const picture = drawn === null ? null : assetStore.drawn(drawn.svg);
  if (drawn === null || picture === null) return [code];
  const image = h('img', {
    src: picture.address,
    alt: contentTexts.diagramOf({ words: drawn.words }),
    width: picture.width,
    height: picture.height,
    loading: 'lazy',
    decoding: 'async',
  });
  return [
    h('figure', { className: [CONTENT_CLASSES.image, CONTENT_CLASSES.diagram] }, image),
    h('details', {}, h('summary', {}, contentTexts.diagramSource), code),
  ];
}
