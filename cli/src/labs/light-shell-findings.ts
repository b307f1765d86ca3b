import type { BuiltWorkshop, WorkshopAction } from '@academy/content/built-item';
import type { FoundItem } from '@academy/content/found-item';
import type { SourceFiles } from '@academy/content/source-files';
import { readWorkshop, workshopFolder } from '@academy/content/workshops/read-workshop';
import type { Finding } from '@academy/contract/findings';
import {
  BROWSER_ENVIRONMENT,
  chosenEnvironment,
  type KnownEnvironments,
} from '@academy/contract/rules/lab-environments';
import { subjectOf } from '@academy/lab-engine/shell/refusals';
import { shellStepOf } from '@academy/lab-engine/shell-steps';
import type { BuiltHere } from '../publishing/judge.ts';
import { counted } from '../publishing/report.ts';
import { engineOf } from './prove/engine-of.ts';

/** What a finding names at most. */
const MAX_NAMED = 4;

/** Where labs run. */
export interface LabPlaces {
  /** ACADEMY_LAB_ENGINES: the engine of each tenant. */
  engines: Readonly<Record<string, string>>;
  /** Null: not known. */
  environments: KnownEnvironments | null;
}

/** Warnings about labs that run in the browser: what of their commands and scripts its shell refuses, once a file. */
export async function lightShellFindings(
  items: readonly BuiltHere[],
  { engines, environments }: LabPlaces,
): Promise<Map<FoundItem, Finding[]>> {
  const all = new Map<FoundItem, Finding[]>();
  for (const { found, checked } of items) {
    if (checked?.item.kind !== 'workshop') continue;
    const { tenantId, item, files, file } = checked;
    const { id, data, body } = item;
    const { workshop } = readWorkshop(files, { file });
    if (workshop === null) continue;
    const { sources } = workshop;
    const lab = { id, tenantId, data, sources, scripts: body.scripts ?? [] };
    if (engineOf(lab, { chosen: null, engines }) !== 'browser' || isElsewhere(data, environments)) continue;
    const fileOf = new Map(workshop.pages.map((page) => [page.name, page.file]));
    const pages = body.pages.map(({ name, actions }) => ({ actions, file: fileOf.get(name) ?? name }));
    all.set(found, await lightShellLacks({ pages, tests: body.tests, files }));
  }
  return all;
}

/** Whether an environment stands for the image of a lab. */
function isElsewhere({ environment = null, image }: BuiltWorkshop['data'], known: KnownEnvironments | null): boolean {
  const chosen = known === null ? null : chosenEnvironment({ environment, image }, known);
  return chosen !== null && chosen.name !== BROWSER_ENVIRONMENT;
}

interface ReadLab {
  pages: readonly { file: string; actions: readonly WorkshopAction[] }[];
  tests: BuiltWorkshop['body']['tests'];
  files: SourceFiles;
}

/** What of a lab's commands and checks the shell of the browser refuses, as far as reading them tells, once a file. */
export async function lightShellLacks({ pages, tests, files }: ReadLab): Promise<Finding[]> {
  // The shell's library is large, and most of what is published are no labs.
  const { limitsOf } = await import('@academy/lab-engine/shell/lab-limits');
  const commands = pages.flatMap(({ file, actions }) =>
    actions.flatMap((action) => {
      const step = shellStepOf(action, []);
      return step === null ? [] : [{ file, line: action.line, step }];
    }),
  );
  const limits = limitsOf(commands.map(({ step }) => step));
  const refused = commands.flatMap(({ file, line }, at) => {
    const obstacles = limits[at] ?? [];
    return obstacles.length === 0 ? [] : [{ file, line, subjects: obstacles.map(({ said }) => subjectOf(said)) }];
  });
  const onPages = [...Map.groupBy(refused, ({ file }) => file)].map(([file, own]) => {
    const all = commands.filter((one) => one.file === file).length;
    const what = `${own.length} of ${counted(all, 'command')} on this page`;
    return finding(file, own[0]?.line ?? 1, what, own);
  });
  const folder = `${workshopFolder(files) ?? 'workshop'}/examiner/tests`;
  const inChecks = tests.flatMap(({ name, script }) => {
    const own = (limitsOf([{ text: script, isScript: true }])[0] ?? []).map(({ line, said }) => ({
      ...{ line, subjects: [subjectOf(said)] },
    }));
    return own.length === 0 ? [] : [finding(`${folder}/${name}`, own[0]?.line ?? 1, 'this check', own)];
  });
  return [...onPages, ...inChecks];
}

function finding(file: string, line: number, what: string, refused: readonly { subjects: readonly string[] }[]) {
  const counts = Map.groupBy(
    refused.flatMap(({ subjects }) => [...new Set(subjects)]),
    (subject) => subject,
  );
  const named = [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([subject, all]) => (all.length === 1 ? subject : `${subject} (${all.length} times)`));
  const more = named.length > MAX_NAMED ? `, and ${named.length - MAX_NAMED} more` : '';
  const message = `the light shell of labs in the browser refuses ${what}: ${named.slice(0, MAX_NAMED).join(', ')}${more}`;
  return { file, line, severity: 'warning' as const, code: 'lab-shell-lacks', message };
}
