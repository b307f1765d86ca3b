import type { PackedItem } from '@academy/content/pack';
import { contentHash } from '@academy/content/workshops/lab-proof';
import type { LabProof } from '@academy/contract/lab-proof';
import type { ContentKind } from '@academy/contract/publishing';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The folder of a guide, page, path or test in memory, in the content format. */
export function anItem(
  kind: Extract<ContentKind, 'guide' | 'page' | 'path' | 'test' | 'instructor'>,
  fields: { id: string } & Record<string, unknown>,
  texts: Record<string, string> = {},
): PackedItem {
  const file = `${kind}.json`;
  const json = { slug: fields.id, title: `Title of ${fields.id}`, status: 'live', ...fields };
  const files = new Map([[file, bytes(JSON.stringify(json))]]);
  for (const [name, text] of Object.entries(texts)) files.set(name, bytes(text));
  return { kind, id: fields.id, files, options: { file, variables: {} } };
}

/** Display names of topics. */
export function someTags(tenantId: string, tags: { slug: string; name: string }[]): PackedItem {
  const files = new Map([['tags.json', bytes(JSON.stringify(tags))]]);
  return { kind: 'tags', id: `${tenantId}-tags`, files, options: { file: 'tags.json', variables: {} } };
}

/** A lab of two pages, which may name its environment. */
export function aWorkshop(id: string, title = 'A lab', environment: string | null = null): PackedItem {
  const file = 'resources/workshop.yaml';
  const named = environment === null ? '' : `  annotations:\n    academy/environment: ${environment}\n`;
  const files = new Map(
    Object.entries({
      [file]: `apiVersion: training.educates.dev/v1beta1\nkind: Workshop\nmetadata:\n  name: ${id}\n${named}spec:\n  title: ${title}\n`,
      'workshop/workshop.yaml': 'name: A lab\nmodules:\n  activate:\n    - 01-start\n    - 02-go-on\n',
      'workshop/modules.yaml':
        'modules:\n  01-start:\n    name: Start here\n    exit_sign: Go on\n  02-go-on:\n    name: Go on\n',
      'workshop/content/01-start.md': 'Secret words of the lab.\n\n```terminal:execute\ncommand: ls\n```\n',
      'workshop/content/02-go-on.md': 'The end.\n',
    }).map(([name, text]) => [name, bytes(text)]),
  );
  return { kind: 'workshop', id, files, options: { file, variables: {} } };
}

/** A lab with the record of its proof. @param provedAt ISO 8601 */
export function withProof(lab: PackedItem, provedAt: string): PackedItem {
  const proof: LabProof = {
    ...{ workshop: lab.id, contentHash: contentHash(lab.files, 'proof.json'), provedAt, engine: 'browser' },
    ...{ environment: null, commit: null, seconds: 2, tools: [{ name: 'jq', version: 'jq-1.7' }] },
    steps: [
      { page: 'Start', action: 'terminal:execute', title: 'ls', outcome: 'done', seconds: 1, log: 'Secret output' },
    ],
  };
  return { ...lab, files: new Map(lab.files).set('proof.json', bytes(JSON.stringify(proof))) };
}
