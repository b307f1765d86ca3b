import type { ElementContent } from 'hast';
import type { FindingList } from '../finding-list.ts';
import { renderHugoShortcode } from '../hugo/render-shortcode.ts';
import { takeHugoShortcodes } from '../hugo/take-shortcodes.ts';
import type { TextSource } from '../text-source.ts';
import type { RenderInner, TextPlace } from './context.ts';
import { renderShortcode } from './render-shortcode.ts';
import { takeShortcodes } from './shortcodes.ts';

/** Makes the markup of one shortcode. */
export type Part = (place: TextPlace, renderInner: RenderInner) => Promise<ElementContent[]>;

/** A dialect of shortcodes. */
export interface Dialect {
  /** True: shortcodes may be nested. */
  nests: boolean;
  /** Takes the shortcodes out of a text that starts on the place's line; a numbered placeholder stands in for each. */
  take(text: string, place: Pick<TextPlace, 'file' | 'line' | 'findings'>): { text: string; parts: Part[] };
}

const DIALECTS: Readonly<Record<NonNullable<TextSource['dialect']> | 'academy', () => Dialect>> = {
  academy: () => ({
    nests: false,
    take: (source, { file, findings }) => {
      const { text, shortcodes } = takeShortcodes(source, file, findings);
      return {
        text,
        parts: shortcodes.map((shortcode) => (place, renderInner) => renderShortcode(shortcode, place, renderInner)),
      };
    },
  }),
  hugo: () => {
    // Steps are counted through the whole text.
    const counter = { steps: 0 };
    return {
      nests: true,
      take: (source, { file, line, findings }) => {
        const { text, shortcodes } = takeHugoShortcodes(source, file, findings, line);
        const parts = shortcodes.map(
          (shortcode): Part =>
            (place, renderInner) =>
              renderHugoShortcode(shortcode, { ...place, line: shortcode.line }, renderInner, counter),
        );
        return { text, parts };
      },
    };
  },
};

/** The dialect of a text, for one rendering. */
export function dialectOf({ dialect }: Pick<TextSource, 'dialect'>): Dialect {
  return DIALECTS[dialect ?? 'academy']();
}

/** A text with placeholders for its shortcodes. */
export function takenFrom(source: TextSource, findings: FindingList): string {
  return dialectOf(source).take(source.text, { file: source.file, line: 1, findings }).text;
}
