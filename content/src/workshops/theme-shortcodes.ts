import type { FindingList } from '../finding-list.ts';
import { findTags, pairTags } from '../hugo/shortcode-tags.ts';
import { shortened } from '../text-source.ts';
import type { OwnValues } from './lab-variables.ts';

/** The address of a lab's content, `workshop/static` included. */
const CONTENT = '/workshop/content/';
const BASE_URL = /\{\{([<%])[ \t]*baseurl[ \t]*\/?[>%]\}\}\/?/g;
const COPY = /(`?)[ \t]*\{\{([<%])[ \t]*copy[ \t]*\/?[>%]\}\}/g;

/**
 * Replaces the shortcodes of the lab platform's theme for Hugo that depend on the lab: `baseurl`, `copy`, and `pathway`,
 * whose text is for learners of one pathway. Line numbers stay.
 */
export function settleThemeShortcodes(
  text: string,
  values: OwnValues,
  place: { file: string; findings: FindingList },
): string {
  if (!text.includes('{{')) return text;
  const chosen = text.includes('pathway') ? ofPathway(text, values.get('pathway_name'), place) : text;
  return chosen
    .replace(BASE_URL, CONTENT)
    .replace(COPY, (_whole, code: string) => (code === '' ? '' : `${code}{{copy}}`));
}

function ofPathway(
  text: string,
  pathway: unknown,
  { file, findings }: { file: string; findings: FindingList },
): string {
  const tags = findTags(text);
  const pairs = pairTags(tags);
  const pieces: string[] = [];
  let at = 0;
  for (const [index, tag] of tags.entries()) {
    if (tag.name !== 'pathway' || tag.from < at) continue;
    const closing = tags[pairs.get(index) ?? -1];
    const wanted = tag.positional[0] ?? '';
    const isShown = tag.closes || wanted === pathway;
    if (!tag.closes && pathway === undefined) {
      const message = `the lab has no pathway "${shortened(wanted, 60)}", so this text is not shown; name pathways in workshop/config.yaml, or take the shortcode away`;
      findings.warning('pathway-unknown', file, tag.line + 1, message);
    }
    const to = isShown || closing === undefined ? tag.to : closing.to;
    pieces.push(text.slice(at, tag.from), text.slice(tag.from, to).replace(/[^\n]/g, ''));
    at = to;
  }
  return [...pieces, text.slice(at)].join('');
}
