import type { TextPlace } from '../../markdown/context.ts';
import { shortened } from '../../text-source.ts';

/** Images have an alternative text for readers who cannot see them. */
export function checkAlternativeText(src: string, alt: string, { file, line, findings }: TextPlace): void {
  if (alt.trim() !== '' || src.trim() === '') return;
  const name = shortened(
    src
      .trim()
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '',
    80,
  );
  findings.warning(
    'image-alt',
    file,
    line,
    `the picture "${name}" has no alternative text; say what it shows: ![...](...)`,
  );
}
