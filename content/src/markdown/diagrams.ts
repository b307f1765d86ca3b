import type { ElementContent } from 'hast';
import { contentTexts } from '../content-texts.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { plainCodeFigure } from './code.ts';
import type { TextPlace } from './context.ts';
import { drawDiagram } from './draw-diagram.ts';
import { h } from './hast.ts';

/**
 * A drawn diagram with its source in a disclosure; where it cannot be drawn whole, the source alone and a finding.
 *
 * @param place its line is that of the first line of the source
 */
export async function diagram(source: string, place: TextPlace): Promise<ElementContent[]> {
  const code = plainCodeFigure(source, contentTexts.diagram, 'mermaid');
  const drawn = await drawDiagram(source);
  if ('trouble' in drawn) {
    const { line, why } = drawn.trouble;
    place.findings.warning(
      'diagram-source',
      place.file,
      place.line + line,
      `readers get the source of this diagram: ${why}`,
    );
    return [code];
  }
  const picture = place.assetStore.drawn(drawn.svg);
  if (picture === null) return [code];
  const image = h('img', {
    src: picture.address,
    alt: contentTexts.diagramOf({ words: drawn.words }),
    width: picture.width,
    height: picture.height,
    loading: 'lazy',
    decoding: 'async',
  });
  const caption = drawn.title === null ? [] : [h('figcaption', {}, drawn.title)];
  return [
    h('figure', { className: [CONTENT_CLASSES.image, CONTENT_CLASSES.diagram] }, image, ...caption),
    h('details', {}, h('summary', {}, contentTexts.diagramSource), code),
  ];
}
