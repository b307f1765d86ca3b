import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunningAcademy } from '@academy/bench/academy';
import { type Figure, isMet } from '@academy/bench/figure';
import type { GrowthResult } from '@academy/bench/growth/growth';
import type { Growth } from '@academy/bench/growth/report';
import { GROWTH_SIZES, type GrowthSize } from '@academy/bench/growth/sizes';
import { between, conditionsOf, reportLines, type Surroundings, withTables } from '../bench-report.ts';
import { ensureChromium } from '../chromium.ts';
import { defineCommand, EXIT, numberOption, usageProblem } from '../command.ts';
import { ROOT } from '../paths.ts';
import { buildWeb } from '../web-build.ts';

const PAGE = join(ROOT, 'docs/performance.md');

/** Growth takes half an hour, labs need sandboxes, a Linux an image, and directories a hundred thousand people: measured only by their names. */
const USUAL_AREAS = ['pages', 'calls', 'starts'] as const;
const AREAS = [...USUAL_AREAS, 'labs', 'linux', 'directories', 'growth'] as const;
/** People of the directory that is measured. */
const DIRECTORY_PEOPLE = 100_000;
type Area = (typeof AREAS)[number];

export const bench = defineCommand({
  name: 'bench',
  summary: 'Measure pages, calls and starts beside the least they can cost.',
  details: [
    'Starts academies of its own in a temporary folder. docs/performance.md explains every figure.',
    'Takes about ten minutes and wants the machine for itself.',
    'Growth fills academies of up to a million people; it takes half an hour, 10 GB of disk, and is left out unless named.',
    'Directories synchronises 100,000 people over SCIM; it is left out unless named.',
    'Labs fills a server with 50 labs in sandboxes, restarts it and kills it; it needs bubblewrap and is left out unless named.',
    'Linux runs a lab in a Linux of the browser; it needs the image git of the tests, and is left out unless named.',
  ],
  options: {
    only: { type: 'string', value: '<areas>', about: `With commas between: ${AREAS.join(', ')}` },
    rounds: {
      type: 'string',
      value: '<count>',
      about: 'Loads per page (default 5) and per call (at most 5, default 3)',
    },
    seconds: { type: 'string', value: '<s>', about: 'Measured time of one load of a call (default 4)' },
    kills: { type: 'string', value: '<count>', about: 'Kills under writes (default 20; 0 leaves them out)' },
    sizes: { type: 'string', value: '<people>', about: 'Of growth, with commas between (default 1000,100000,1000000)' },
    plots: { type: 'string', value: '<folder>', about: 'Write the plots of growth there, as SVG' },
    plans: { type: 'string', value: '<folder>', about: 'Write the plans of all statements of growth there, as JSON' },
    write: { type: 'boolean', about: 'Write the figures into docs/performance.md' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(values, terminal) {
    const areas = areasOf(values.only);
    const rounds = numberOption(values.rounds, 'rounds', { min: 1, max: 25 }, 'bench');
    const seconds = numberOption(values.seconds, 'seconds', { min: 1, max: 30 }, 'bench') ?? 4;
    const kills = numberOption(values.kills, 'kills', { min: 0, max: 50 }, 'bench') ?? 20;
    const sizes = areas.has('growth') ? growthSizes(values.sizes) : [];
    const log = (line: string) => terminal.err(line);
    const loadBefore = loadavg()[0] ?? 0;
    process.env.NODE_ENV ??= 'production';
    await buildWeb(log);

    const folder = mkdtempSync(join(tmpdir(), 'academy-bench-'));
    const { killAcademies, startAcademy } = await import('@academy/bench/academy');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        killAcademies();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        process.exit(EXIT.failed);
      });

    const figures: Figure[] = [];
    let growth: Growth | null = null;
    let chromium: string | null = null;
    try {
      // Each has an academy of its own: large content must not weigh on calls.
      const inAcademy = async (name: string, measure: (academy: RunningAcademy) => Promise<Figure[]>) => {
        const academy = await startAcademy(join(folder, name));
        try {
          figures.push(...(await measure(academy)));
        } finally {
          await academy.stop();
        }
      };
      if (areas.has('pages')) {
        const { measurePages } = await import('@academy/bench/pages');
        const program = await ensureChromium(log);
        await inAcademy('pages', async (academy) => {
          const pages = await measurePages(academy, { program, rounds: rounds ?? 5, log });
          chromium = pages.chromium;
          return pages.figures;
        });
      }
      if (areas.has('calls')) {
        const { measureCalls } = await import('@academy/bench/calls');
        await inAcademy('calls', (academy) =>
          measureCalls(academy, { seconds, rounds: Math.min(rounds ?? 3, 5), log }),
        );
      }
      if (areas.has('starts')) {
        const { measureStarts } = await import('@academy/bench/starts');
        figures.push(...(await measureStarts(folder, { kills, log })));
      }
      if (areas.has('labs')) {
        const { measureLabs } = await import('@academy/bench/labs');
        figures.push(...(await measureLabs(folder, { log })));
        const { measureLabFiles } = await import('@academy/bench/lab-files');
        figures.push(...(await measureLabFiles(folder, { log })));
        const { measureLabBuilds } = await import('@academy/bench/lab-builds');
        figures.push(...(await measureLabBuilds(folder, { log })));
        const { measureJavaLabs } = await import('@academy/bench/lab-java');
        figures.push(...(await measureJavaLabs(folder, { log })));
      }
      if (areas.has('linux')) {
        const { measureLinux } = await import('@academy/bench/lab-linux');
        figures.push(...(await measureLinux(folder, { program: await ensureChromium(log), log })));
      }
      if (areas.has('directories')) {
        const { measureDirectories } = await import('@academy/bench/directories');
        await inAcademy('directories', (academy) => measureDirectories(academy, { people: DIRECTORY_PEOPLE, log }));
      }
      if (areas.has('growth')) {
        const { growthOf, measureSizes } = await import('@academy/bench/growth/run');
        const plansFolder = values.plans === undefined ? null : resolve(values.plans);
        growth = growthOf(await measureSizes(folder, sizes, { plansFolder, log }), readBaseline());
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }

    const around: Surroundings = {
      at: new Date().toISOString(),
      cores: availableParallelism(),
      node: process.versions.node,
      chromium,
      load: [loadBefore, loadavg()[0] ?? 0],
    };
    if (growth !== null && values.plots !== undefined) {
      const { growthPlots } = await import('@academy/bench/growth/report');
      for (const [name, svg] of Object.entries(growthPlots(growth)))
        writeFileSync(join(resolve(values.plots), name), svg);
    }
    if (values.write === true) {
      const { growthPageLines } = await import('@academy/bench/growth/report');
      const page = withTables(readFileSync(PAGE, 'utf8'), figures, around);
      const lines = growth === null ? [] : [`${conditionsOf(around)}.`, '', ...growthPageLines(growth)];
      writeFileSync(PAGE, growth === null ? page : between(page, 'growth', lines));
    }
    if (values.json === true) {
      const judged = figures.map((figure) => ({ ...figure, met: isMet(figure) }));
      // Its calls are those of its results, in another order.
      const grown = growth === null ? {} : { growth: { ...growth, calls: undefined } };
      terminal.out(JSON.stringify({ ...around, figures: judged, ...grown }, null, 2));
    } else {
      for (const line of reportLines(figures, around)) terminal.out(line);
      if (growth !== null) {
        const { growthLines } = await import('@academy/bench/growth/report');
        for (const line of ['', ...growthLines(growth)]) terminal.out(line);
      }
    }
    // Lost writes and large tables that are read whole are failures; a missed time is only a finding that depends on
    // the machine.
    const isLost = figures.some((figure) => figure.name === 'of these lost' && isMet(figure) === false);
    return isLost || (growth !== null && growth.failures.length > 0) ? EXIT.failed : EXIT.ok;
  },
});

function areasOf(option: string | undefined): ReadonlySet<Area> {
  if (option === undefined) return new Set(USUAL_AREAS);
  const names = option.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !AREAS.some((area) => area === name));
  if (unknown !== undefined) {
    throw usageProblem(`There is no area "${unknown}" to measure; there are: ${AREAS.join(', ')}.`, 'bench');
  }
  return new Set(AREAS.filter((area) => names.includes(area)));
}

function growthSizes(option: string | undefined): readonly GrowthSize[] {
  if (option === undefined) return GROWTH_SIZES;
  const chosen = option.split(',').map((text) => text.trim());
  const unknown = chosen.find((text) => !GROWTH_SIZES.some(({ people }) => String(people) === text));
  if (unknown !== undefined)
    throw usageProblem(
      `There is no size "${unknown}"; there are: ${GROWTH_SIZES.map(({ people }) => people).join(', ')}.`,
      'bench',
    );
  return GROWTH_SIZES.filter(({ people }) => chosen.includes(String(people)));
}

/** What an earlier run printed as JSON, kept in the repository; nothing before the first one. */
function readBaseline(): readonly GrowthResult[] {
  const file = join(ROOT, 'bench/growth-baseline.json');
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { growth: { results: GrowthResult[] } }).growth.results;
}
