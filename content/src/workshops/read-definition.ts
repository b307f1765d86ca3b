import { ContentIdSchema } from '@academy/contract/entities';
import * as v from 'valibot';
import type { BuiltWorkshop } from '../built-item.ts';
import { Fields } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';
import { parseYaml } from '../front-matter.ts';
import type { JsonNode } from '../json-source.ts';
import type { LabSources } from '../lab-files/file-sources.ts';
import { ownFiles } from '../lab-files/own-files.ts';
import { readSources } from '../lab-files/read-sources.ts';
import type { SourceFiles } from '../source-files.ts';
import { decode, shortened } from '../text-source.ts';

/** The fields of a resource of kind `Workshop`; `$(name)` variables stay as written. */
export interface WorkshopDefinition {
  name: string;
  title: string;
  data: Omit<BuiltWorkshop['data'], 'layout' | 'proof'>;
  /** What it names besides the published folder. */
  sources: LabSources;
  /** Whether a path below the lab's folder is a file of the learner's home folder, besides exercises. */
  isHomeFile: (path: string) => boolean;
}

/** The documents of kind `Workshop` in a text, by the position of their `kind`; broken YAML gives none. */
const WORKSHOP_KIND = /^kind:[ \t]*["']?Workshop["']?[ \t]*(?:#.*)?$/m;

/** True when a YAML text may contain the definition of a workshop: a quick test before it is parsed. */
export function looksLikeDefinition(text: string): boolean {
  return WORKSHOP_KIND.test(text);
}

/** The name in a definition, for finding labs; null when it cannot be read. */
export function definedName(text: string): string | null {
  const read = looksLikeDefinition(text) ? parseYaml(text, 0) : null;
  if (read === null || !read.ok) return null;
  for (const node of read.documents) {
    const kind = node.kind === 'object' ? node.fields.get('kind') : undefined;
    if (node.kind !== 'object' || kind?.kind !== 'string' || kind.value !== 'Workshop') continue;
    const metadata = node.fields.get('metadata');
    const name = metadata?.kind === 'object' ? metadata.fields.get('name') : undefined;
    return name?.kind === 'string' ? name.value : null;
  }
  return null;
}

/** Our own key of a definition; an annotation, because clusters refuse fields of a workshop that they do not know. */
export const ENVIRONMENT_KEY = 'academy/environment';
const ENVIRONMENT = /^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/;

/**
 * Reads the definition of a workshop, in both API versions of Educates. Null, with a fatal finding, when it is
 * unusable.
 */
export function readDefinition(files: SourceFiles, file: string, findings: FindingList): WorkshopDefinition | null {
  const resource = readResource(files, file, findings);
  if (resource === null) return null;
  const metadata = resource.object('metadata');
  const name = metadata?.string('name') ?? '';
  if (!v.is(ContentIdSchema, name)) {
    const line = resource.lineOf('metadata');
    const message = `metadata.name "${shortened(name, 60)}" cannot be the name of a lab; use at most 200 letters, digits, dashes, dots and underscores`;
    findings.fatal('workshop-name', file, line, message);
    return null;
  }
  const spec = resource.object('spec');
  if (spec === null) {
    findings.fatal('workshop-spec', file, resource.line, 'the definition of the lab has no "spec"; add it');
    return null;
  }
  const title = spec.string('title') ?? '';
  if (title === '') {
    const message = 'the lab has no title; its name stands in for it. Add "title" under "spec"';
    findings.warning('title-missing', file, spec.line, message);
  }
  const environment = readEnvironment(metadata?.object('annotations') ?? null, findings);
  const data = { ...readSpec(spec, findings), environment };
  return {
    name,
    title: title === '' ? name : title,
    data,
    sources: readSources(spec, findings),
    isHomeFile: ownFiles(spec),
  };
}

function readEnvironment(annotations: Fields | null, findings: FindingList): string | null {
  const name = annotations?.string(ENVIRONMENT_KEY) ?? '';
  if (annotations === null || name === '') return null;
  if (ENVIRONMENT.test(name)) return name;
  const message = `the environment "${shortened(name, 60)}" cannot be a name; use small letters, digits, dots and dashes. It was left out`;
  findings.warning('workshop-environment', annotations.file, annotations.lineOf(ENVIRONMENT_KEY), message);
  return null;
}

function readResource(files: SourceFiles, file: string, findings: FindingList): Fields | null {
  const bytes = files.get(file);
  if (bytes === undefined) {
    const message =
      'the lab has no definition: no resource of kind "Workshop" has its name. Add resources/workshop.yaml';
    findings.fatal('workshop-undefined', file, 1, message);
    return null;
  }
  const text = decode(bytes, file, findings);
  const read = parseYaml(text, 0);
  const template = templateLine(text, read.ok ? read.documents : []);
  if (template !== null) {
    const message = `holds code of the template language ytt ("#@"), which is not run here; publish what ytt makes of it: ytt -f ${shortened(file, 80)} > workshop.yaml`;
    if (!read.ok || !hasName(read.documents)) {
      findings.fatal('workshop-template', file, template, message);
      return null;
    }
    findings.warning('workshop-template', file, template, `${message}. Until then values that it sets are missing`);
  }
  if (!read.ok) {
    findings.fatal('yaml-broken', file, read.line, `is not valid YAML: ${read.message}`);
    return null;
  }
  for (const node of read.documents) {
    const kind = node.kind === 'object' ? node.fields.get('kind') : undefined;
    if (node.kind !== 'object' || kind?.kind !== 'string' || kind.value !== 'Workshop') continue;
    const fields = new Fields(node, file, findings);
    const version = fields.string('apiVersion') ?? '';
    if (!/^training\.(?:educates\.dev|eduk8s\.io)\/v1(?:alpha|beta)\d+$/.test(version)) {
      const message = `apiVersion "${shortened(version, 60)}" is unknown; the lab was read as training.educates.dev/v1beta1`;
      findings.warning('workshop-version', file, fields.lineOf('apiVersion'), message);
    }
    return fields;
  }
  findings.fatal('workshop-undefined', file, 1, 'holds no resource of kind "Workshop"; add the definition of the lab');
  return null;
}

/**
 * The first line of code of ytt, which is a comment to YAML; null when there is none. A text of the definition, such as
 * a file that a lab writes, may hold some, too.
 */
function templateLine(text: string, documents: readonly JsonNode[]): number | null {
  if (!text.includes('#@')) return null;
  const texts = documents.flatMap(textsIn).join('\n');
  const at = text.split('\n').findIndex((line) => {
    const [code] = /(?<=^|\s)#@(?:[ \t]|\w+\/|$).*/.exec(line) ?? [];
    return code !== undefined && !texts.includes(code.trim());
  });
  return at === -1 ? null : at + 1;
}

function textsIn(node: JsonNode): string[] {
  if (node.kind === 'object') return [...node.fields.values()].flatMap(textsIn);
  if (node.kind === 'array') return node.items.flatMap(textsIn);
  return node.kind === 'string' ? [node.value] : [];
}

function hasName(documents: readonly JsonNode[]): boolean {
  return documents.some((node) => {
    const metadata = node.kind === 'object' ? node.fields.get('metadata') : undefined;
    return metadata?.kind === 'object' && metadata.fields.get('name')?.kind === 'string';
  });
}

function readSpec(spec: Fields, findings: FindingList): WorkshopDefinition['data'] {
  const session = spec.object('session');
  const applications = session?.object('applications') ?? null;
  return {
    description: spec.string('description') ?? '',
    duration: readDuration(spec, findings),
    difficulty: spec.string('difficulty') || null,
    terminalLayout: applications?.object('terminal')?.string('layout') || 'default',
    applications: readApplications(applications),
    dashboards: (session?.objects('dashboards') ?? []).flatMap((tab) => {
      const name = tab.string('name') ?? '';
      return name === '' ? [] : [{ name, url: tab.string('url') || null }];
    }),
    ingresses: readIngresses(session, findings),
    env: readPairs(session, 'env'),
    parameters: readPairs(spec.object('request'), 'parameters'),
    memory: session?.object('resources')?.string('memory') || null,
    ...readFiles(spec),
  };
}

/** Applications of a session; terminals are included unless they are turned off. */
const APPLICATIONS = [
  'editor',
  'console',
  'docker',
  'registry',
  'examiner',
  'slides',
  'git',
  'files',
  'uploads',
  'sshd',
  'vcluster',
  'webdav',
] as const;

function readApplications(applications: Fields | null): string[] {
  const terminal = applications?.object('terminal')?.boolean('enabled') === false ? [] : ['terminal'];
  const others = APPLICATIONS.filter((name) => applications?.object(name)?.boolean('enabled') === true);
  return [...terminal, ...others];
}

function readIngresses(session: Fields | null, findings: FindingList): { name: string; port: number }[] {
  return (session?.objects('ingresses') ?? []).flatMap((ingress) => {
    const name = ingress.string('name') ?? '';
    // A variable may stand for the port; a service of the platform may need none.
    if (name === '' || !ingress.has('port')) return [];
    const port = ingress.integer('port');
    if (port !== null && port >= 1 && port <= 65_535) return [{ name, port }];
    const message = `the port of "${shortened(name, 60)}" must be a number from 1 to 65535; it was left out`;
    findings.warning('workshop-port', ingress.file, ingress.lineOf('port'), message);
    return [];
  });
}

/** Names and values; those that come from elsewhere in a cluster have no value here. */
function readPairs(fields: Fields | null, list: string): { name: string; value: string }[] {
  return (fields?.objects(list) ?? []).flatMap((pair) => {
    const name = pair.string('name') ?? '';
    const value = pair.has('value') ? pair.string('value') : null;
    return name === '' || value === null ? [] : [{ name, value }];
  });
}

/** Image of the session and sources of its files: `workshop` today, `content` in the older version. */
function readFiles(spec: Fields): { image: string | null; files: string[] } {
  const workshop = spec.object('workshop');
  const older = spec.object('content');
  const sources = (workshop?.objects('files') ?? []).flatMap((source) =>
    ['image', 'git', 'http', 'hg'].flatMap((kind) => source.object(kind)?.string('url') || []),
  );
  const olderFiles = older?.string('files') || null;
  return {
    image: workshop?.string('image') || older?.string('image') || null,
    files: olderFiles === null ? sources : [...sources, olderFiles],
  };
}

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** Seconds of `20m`, `2h`, `1h30m`, `90s` or a bare number of seconds. */
function readDuration(spec: Fields, findings: FindingList): number | null {
  if (!spec.has('duration')) return null;
  const text = spec.string('duration') ?? '';
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const parts = [...text.matchAll(/(\d{1,6})([hms])/g)];
  if (parts.length > 0 && parts.map(([part]) => part).join('') === text) {
    return parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  }
  const message = `duration "${shortened(text, 40)}" is not understood; write for example 30m or 2h`;
  findings.warning('workshop-duration', spec.file, spec.lineOf('duration'), message);
  return null;
}
