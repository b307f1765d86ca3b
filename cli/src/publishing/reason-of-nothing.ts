import { straysIn } from '@academy/content/find-items';
import { toolOf } from '@academy/content/other-tools';
import { formatFinding } from '@academy/contract/findings';
import { placeFindings } from './report.ts';

const HUGO =
  ' A site is read when its folder "content" has guides, learningpaths, team or workshops, or an _index.md with chapters in folders.';

/**
 * Why a folder has no items, as far as its files say so: they have wrong names, or belong to another tool. Empty, or
 * lines that begin with a line end.
 */
export async function reasonOfNothing(folder: string, cwd: string): Promise<string> {
  const strays = placeFindings(await straysIn(folder, []), { root: '/' }, cwd);
  const tool = await toolOf(folder);
  const lines = strays.map((finding) => `\n${formatFinding(finding)}`);
  if (tool !== null)
    lines.push(
      `\nThis is a site for ${tool}.${tool === 'Hugo' ? HUGO : ''} Make a course with "./academy content new course", and copy each text into the content.md of a lesson: most marks of ${tool} are understood, the others have findings.`,
    );
  return lines.join('');
}
