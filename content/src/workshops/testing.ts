import { buildItem } from '../build.ts';
import type { BuildResult, BuiltWorkshop, BuiltWorkshopPage } from '../built-item.ts';
import type { SourceFiles } from '../source-files.ts';
import { brief, filesOf } from '../testing/content.ts';

export const DEFINITION = `apiVersion: training.educates.dev/v1beta1
kind: Workshop
metadata:
  name: spring-lab
spec:
  title: A lab
`;

type Contents = Record<string, string | object | Uint8Array | undefined>;

/** A lab of one classic page, with the changes of a test. Undefined removes a file. */
export function aLab(changes: Contents = {}): SourceFiles {
  const contents: Contents = {
    'resources/workshop.yaml': DEFINITION,
    'workshop/workshop.yaml': 'name: A lab\nmodules:\n  activate:\n    - 01-start\n',
    'workshop/modules.yaml': 'modules:\n  01-start:\n    name: Start here\n    exit_sign: Continue\n',
    'workshop/content/01-start.md': 'Hello',
    ...changes,
  };
  const present = Object.entries(contents).filter(
    (entry): entry is [string, string | object | Uint8Array] => entry[1] !== undefined,
  );
  return filesOf(Object.fromEntries(present));
}

export function buildLab(files: SourceFiles, file = 'resources/workshop.yaml'): Promise<BuildResult> {
  return buildItem('workshop', files, { file, tenantId: 'spring', variables: {} });
}

/** Builds a lab that must not be refused. */
export async function builtLab(changes: Contents = {}): Promise<{ lab: BuiltWorkshop; findings: string[] }> {
  const result = await buildLab(aLab(changes));
  if (result.refused || result.item.kind !== 'workshop') throw new Error(JSON.stringify(result.findings));
  return { lab: result.item, findings: brief(result.findings) };
}

/** Builds a lab of one page with this text. */
export async function builtPage(
  text: string,
  { layout = 'classic', ...files }: { layout?: 'classic' | 'hugo' } & Contents = {},
): Promise<BuiltWorkshopPage & { findings: string[] }> {
  const hugo = layout === 'hugo' ? { 'workshop/workshop.yaml': undefined, 'workshop/modules.yaml': undefined } : {};
  const { lab, findings } = await builtLab({ 'workshop/content/01-start.md': text, ...hugo, ...files });
  const [page] = lab.body.pages;
  if (page === undefined) throw new Error('the lab has no page');
  return { ...page, findings };
}

/** The text of some markup, without its code. */
export function outsideCode(html: string): string {
  return html.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
}
