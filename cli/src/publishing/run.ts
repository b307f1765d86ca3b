import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckedItem } from '@academy/content/checks/catalogue/checked-item';
import { type LoadedItem, loadItem } from '@academy/content/find-items';
import type { FoundItem } from '@academy/content/found-item';
import { externalLinks } from '@academy/content/found-links';
import type { PackedItem } from '@academy/content/pack';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import type { KnownEnvironments } from '@academy/contract/rules/lab-environments';
import type { TenantId } from '@academy/contract/tenants';
import { type Terminal, usageProblem } from '../command.ts';
import type { LabFilesFetcher } from '../lab-files/fetch-lab-files.ts';
import { withLabFiles } from '../lab-files/with-lab-files.ts';
import type { ApiAccess } from './api-access.ts';
import { brokenLinkFindings, checkLinks, withoutFragment } from './check-links.ts';
import { type Checker, createChecker } from './checker.ts';
import type { FetchPicture } from './fetch-pictures.ts';
import { inOrder } from './in-order.ts';
import { addFindings, type BuiltHere, judgeAmong, refuses } from './judge.ts';
import { outdatedTranslations } from './outdated-translations.ts';
import { type PictureSources, partsOf, repositoriesOf, withPictures } from './pictures-elsewhere.ts';
import { type Place, places } from './places.ts';
import { progress } from './progress.ts';
import { keptLines, prune, pruneScopes } from './prune.ts';
import { baseOf, conflictFinding, type Published, published } from './published.ts';
import { finish, type ItemReport, itemLines, placeFindings } from './report.ts';
import { unprovedFindings } from './require-proof.ts';
import { sendItem } from './send-item.ts';
import { isWithin, type TenantOfFolder } from './tenant-map.ts';

/** Items that are read, checked or sent at the same time. */
const AT_ONCE = 4;

export interface RunTerms {
  /** `apply course`, for messages. */
  command: string;
  found: readonly FoundItem[];
  kinds: readonly ContentKind[];
  /** Folder named on the command line, or that of the file. */
  base: string;
  /** Null checks without sending. */
  access: ApiAccess | null;
  tenants: readonly TenantId[];
  tenantId: TenantId | null;
  tenantOfFolder: TenantOfFolder;
  sourceName: string | null;
  fetchPicture: FetchPicture | null;
  dryRun: boolean;
  strict: boolean;
  json: boolean;
  force: boolean;
  prune: boolean;
  /** Other sources whose items may be pruned, as `sourceName` names them. */
  alsoFrom: readonly string[];
  /** Refuses labs without a record of their proof, and the courses and guides that use them. */
  requireProof: boolean;
  /** Name of the draft that gets the items; null publishes them. */
  draft: string | null;
  links: boolean;
  /** Fetches what labs bring along; null: only their folders are looked at. */
  labFiles: LabFilesFetcher | null;
  /** What locks of labs hold is fetched anew. */
  refreshFiles: boolean;
  /** Where labs can run; null: nobody knows. */
  environments: KnownEnvironments | null;
  /** What is wrong with labs for the engine in which they will run. */
  labFindings(items: readonly BuiltHere[]): Promise<ReadonlyMap<FoundItem, Finding[]>>;
}

/** One item with its origin. */
interface Job {
  found: FoundItem;
  place: Place;
}

interface Done {
  report: ItemReport;
  job: Job;
  /** Null when it cannot be read from the file. */
  id: string | null;
  /** The locally built item; null when the server builds it, or when it is refused. */
  checked: CheckedItem | null;
}

/** Checks or publishes the found items, reports each, and returns the exit status. */
export async function runItems(terms: RunTerms, terminal: Terminal): Promise<number> {
  const { found, base, json, strict, dryRun } = terms;
  const origins = places(base, terms.sourceName, { ...terminal.env });
  const jobs = await Promise.all(
    found.map(async (one): Promise<Job> => ({ found: one, place: await origins.of(one.root) })),
  );
  const known = jobs.map(({ place, found: { root } }) => ({ place, root }));
  const pictures: PictureSources = { repositories: repositoriesOf(known, base), fetch: terms.fetchPicture };
  const scopes = terms.prune
    ? pruneScopes(
        jobs.map(({ place }) => place),
        base,
      )
    : [];
  if (terms.prune && jobs.some(({ place }) => place.source === undefined)) {
    const what = 'It is unknown which source this content belongs to, so --prune cannot tell what is gone.';
    throw usageProblem(`${what} Use git with at least one commit, or name it with --source.`, terms.command);
  }
  if (terms.prune && jobs.some(({ place }) => place.git?.isSparse === true)) {
    const what = 'Only some folders of the repository are checked out, so --prune would take the others for gone.';
    throw usageProblem(`${what} Run "git sparse-checkout disable" first, or leave out --prune.`, terms.command);
  }

  const all: Done[] = [];
  const drafted: ItemReport[] = [];
  let stopped = false;
  const stopListening = terminal.onInterrupt?.(() => {
    stopped = true;
    terminal.err('Stopping after what is under way (press Ctrl-C again to break off).');
  });
  const bar = progress(terminal, jobs.length);
  const note = dryRun ? ', dry run' : '';
  const print = (report: ItemReport) => {
    if (!json) for (const line of itemLines(report, terminal.paint, note)) terminal.out(line);
  };
  const done = (one: Done) => {
    all.push(one);
    // Items that are only checked are compared with all others first.
    if (terms.access !== null) print(one.report);
    bar.step();
  };
  const reports = () => all.map(({ report }) => report);
  const checker = createChecker(jobs.length);
  const list = terms.access === null ? null : published(terms.access);
  try {
    const built = list === null ? [] : await buildHere(jobs);
    const among = list === null ? null : await judgeAmong(built, list, terms.environments);
    if (among !== null) {
      addTo(among, await terms.labFindings(built));
      if (terms.requireProof) addTo(among, unprovedFindings(built));
    }
    // Items that others refer to are published before them; checking needs no order.
    const groups = list === null ? [jobs] : [...Map.groupBy(jobs, (job) => job.found.kind).values()];
    for (const group of groups) {
      const again: Done[] = [];
      const first = (one: Done) => (waitsForOthers(one.report) ? void again.push(one) : done(one));
      const means = { checker, list, among, pictures, terminal };
      const work = (job: Job) => handle(job, terms, means);
      let second = 0;
      const last = (one: Done) => {
        second += 1;
        done(one);
      };
      try {
        await inOrder(group, AT_ONCE, work, first, () => stopped);
        // A lesson may move from one course to another: once it is removed from the first, the second can take it.
        const retries = again.map(({ job }) => job);
        await inOrder(retries, 1, work, last, () => stopped);
      } finally {
        for (const one of again.slice(second)) done(one);
      }
    }
    if (terms.access === null) {
      const built = all.map(({ job, checked }) => ({ found: job.found, checked }));
      const told = await judgeAmong(built, null, terms.environments);
      addTo(told, await terms.labFindings(built));
      for (const { report, job } of all)
        addFindings(report, job.found, told.get(job.found) ?? [], { strict, cwd: terminal.cwd });
      if (terms.links) await addBrokenLinks(all, terminal, () => stopped);
      for (const { report } of all) if (strict && report.findings.length > 0) report.outcome = 'refused';
      for (const report of reports()) print(report);
    }
    if (terms.prune && terms.access !== null && list !== null && !stopped) {
      const tenants = new Set(all.flatMap(({ report }) => report.tenantId ?? []));
      if (terms.tenantId !== null) tenants.add(terms.tenantId);
      // An item with an unreadable id would seem to be gone.
      const kinds = terms.kinds.filter((kind) => !all.some((one) => one.id === null && one.job.found.kind === kind));
      for (const kind of terms.kinds.filter((one) => !kinds.includes(one)))
        terminal.err(`Nothing of the kind "${kind}" is pruned: an id could not be read.`);
      const seen = new Map(all.map(({ id, report, job }) => [`${report.kind} ${id}`, job.place.source?.folder ?? '']));
      const unknown = await prune(
        terms.access,
        list,
        { tenants: [...tenants], scopes, kinds, seen, alsoFrom: terms.alsoFrom, dryRun },
        (report) => {
          drafted.push(report);
          print(report);
        },
      );
      for (const line of keptLines(drafted, unknown)) terminal.err(line);
    }
    return end([...reports(), ...drafted]);
  } catch (error) {
    bar.end();
    if (all.length > 0 || json) finish([...reports(), ...drafted], { json, strict }, terminal);
    if (all.length > 0) terminal.err(`${all.length} of ${jobs.length} items were done before.`);
    throw error;
  } finally {
    stopListening?.();
    await checker.close();
  }

  /** Builds everything as `validate` does, to check it before anything is sent. */
  async function buildHere(toBuild: readonly Job[]): Promise<BuiltHere[]> {
    const built: BuiltHere[] = [];
    const means = { checker, list: null, among: null, pictures, terminal };
    const build = (job: Job) => handle(job, { ...terms, access: null, strict: false, labFiles: null }, means);
    const take = ({ job, checked }: Done) => void built.push({ found: job.found, checked });
    await inOrder(toBuild, AT_ONCE, build, take, () => stopped);
    return built;
  }

  function end(items: readonly ItemReport[]): number {
    bar.end();
    const status = finish(items, { json, strict }, terminal);
    if (!stopped) return status;
    terminal.err(`Stopped: ${all.length} of ${jobs.length} items were done; each of them completely.`);
    return Math.max(status, 1);
  }
}

/** Adds findings to those that are known of the same items. */
function addTo(known: Map<FoundItem, Finding[]>, more: ReadonlyMap<FoundItem, Finding[]>): void {
  for (const [one, findings] of more) known.set(one, [...(known.get(one) ?? []), ...findings]);
}

/** True for an item that was refused only because another one still has its slug or one of its lessons. */
function waitsForOthers({ outcome, findings }: ItemReport): boolean {
  const reasons = findings.filter(({ severity }) => severity === 'fatal');
  const isTaken = ({ code }: (typeof reasons)[number]) => code === 'lesson-id-taken' || code === 'slug-taken';
  return outcome === 'skipped' && reasons.length > 0 && reasons.every(isTaken);
}

interface Means {
  checker: Checker;
  /** Null only checks. */
  list: Published | null;
  /** Findings about items that refer to each other; null when they are checked later. */
  among: ReadonlyMap<FoundItem, Finding[]> | null;
  pictures: PictureSources;
  terminal: Terminal;
}

async function handle(job: Job, terms: RunTerms, means: Means): Promise<Done> {
  const { found, place } = job;
  const { source, variables } = place;
  const loaded = await loadItem(found, {
    tenantId: terms.tenantId,
    tenants: terms.tenants,
    variables,
    ...(source === undefined ? {} : { source }),
    fallback: terms.tenantOfFolder(found.root) ?? tenantInAddress(terms),
  });
  const unmerged = unmergedFindings(loaded, place);
  const outdated =
    place.git === null || loaded.item === null ? [] : await outdatedTranslations(partsOf(found, loaded.item.files));
  const told = { ...loaded, findings: [...loaded.findings, ...outdated, ...unmerged] };
  const judged = unmerged.length === 0 ? told : { ...told, item: null };
  const { report, checked } = await settle(judged, place, terms, means);
  const findings = placeFindings(report.findings, found, means.terminal.cwd);
  return { report: { ...report, findings }, job, id: loaded.item?.id ?? null, checked };
}

/** A file with an unfinished git merge must not be published, with or without conflict markers. */
function unmergedFindings({ found, item }: LoadedItem, { git }: Place): Finding[] {
  const unmerged = git?.unmerged ?? [];
  if (unmerged.length === 0) return [];
  // For an item that could not be read, all files in its folder.
  const files =
    item === null
      ? unmerged.filter((from) => isWithin(from, found.root)).map((from) => ({ file: inside(found.root, from), from }))
      : partsOf(found, item.files);
  const message = 'git has not finished merging this file; resolve the conflict, then "git add" and commit it';
  return files
    .filter(({ from }) => unmerged.includes(from))
    .map(({ file }) => ({ file, line: 1, severity: 'fatal', code: 'git-unmerged', message }));
}

function inside(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

/** Scripts of older tools select the academy by the address alone: `https://spring.example.org/api/v1`. */
function tenantInAddress({ access, tenants }: RunTerms): TenantId | null {
  const [label = ''] = access?.host.toLowerCase().split(/[.-]/, 1) ?? [];
  return tenants.includes(label) ? label : null;
}

async function settle(
  loaded: LoadedItem,
  place: Place,
  terms: RunTerms,
  { checker, list, among, pictures, terminal }: Means,
): Promise<Pick<Done, 'report' | 'checked'>> {
  const { kind, root, file } = loaded.found;
  const { tenantId } = loaded;
  const id = loaded.item?.id ?? path.relative(terminal.cwd, path.resolve(root, file));
  const head = { kind, id, tenantId, version: null };
  if (loaded.item === null || tenantId === null) {
    const outcome = terms.access === null ? 'refused' : 'skipped';
    return { report: { ...head, outcome, findings: loaded.findings }, checked: null };
  }
  const pictured = await withPictures(loaded.item, loaded.found, place.top, pictures);
  const { item, findings: fetched, lock } = await withLabFiles(pictured.item, terms.labFiles, terms.refreshFiles);
  const findings = [...loaded.findings, ...pictured.findings, ...fetched, ...(among?.get(loaded.found) ?? [])];
  if (terms.access === null || list === null) {
    const built = await checker.check(item, tenantId);
    const isRefused = built.refused || (terms.strict && built.findings.length + findings.length > 0);
    const outcome = isRefused ? 'refused' : 'checked';
    const report: ItemReport = { ...head, outcome, findings: [...findings, ...built.findings] };
    if (built.refused) return { report, checked: null };
    const { files, options } = item;
    const folder = path.relative(terminal.cwd, root) || '.';
    const checked = { tenantId, item: built.item, links: built.links, files, file: options.file, folder };
    return { report, checked };
  }
  if (refuses(findings, terms.strict)) {
    return { report: { ...head, outcome: 'skipped', findings }, checked: null };
  }
  if (lock !== null && !terms.dryRun) {
    await writeFile(path.join(root, lock.file), lock.text);
    terminal.err(`${path.relative(terminal.cwd, path.join(root, lock.file))} holds the files of ${id}: commit it.`);
  }
  const { findings: told, conflict: _, ...sent } = await send(item, tenantId, place, terms, terms.access, list);
  return { report: { ...head, ...sent, findings: [...findings, ...told] }, checked: null };
}

async function send(
  item: PackedItem,
  tenantId: TenantId,
  place: Place,
  { dryRun, strict, force, draft }: RunTerms,
  access: ApiAccess,
  list: Published,
) {
  const isBased = !force && draft === null;
  const base = isBased ? await baseOf(await list.item(tenantId, item.kind, item.id), place) : undefined;
  const result = await sendItem(access, item, { tenantId, dryRun, strict, base, draft });
  if (!result.conflict) return result;
  const named = { kind: item.kind, id: item.id, file: item.options.file };
  return { ...result, findings: [await conflictFinding(access, tenantId, named, place)] };
}

/** Checks the links of all items together, so that each address is requested once. */
async function addBrokenLinks(all: Done[], terminal: Terminal, stopped: () => boolean): Promise<void> {
  const links = all.map(({ checked }) => externalLinks(checked?.links ?? []));
  const addresses = new Set(links.flat().map(({ href }) => withoutFragment(href)));
  terminal.status?.(`Asking for ${addresses.size} links of other sites`);
  const broken = await checkLinks(addresses, { stopped });
  for (const [at, one] of all.entries()) {
    const findings = placeFindings(brokenLinkFindings(links[at] ?? [], broken), one.job.found, terminal.cwd);
    one.report.findings.push(...findings);
  }
}
