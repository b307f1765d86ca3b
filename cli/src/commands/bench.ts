import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, isMet } from '@academy/bench/figure';
import { reportLines, type Surroundings } from '../bench-report.ts';
import { ensureChromium } from '../chromium.ts';
import { defineCommand, EXIT, numberOption, usageProblem } from '../command.ts';
import { buildWeb } from '../web-build.ts';

const AREAS = ['pages', 'calls', 'starts'] as const;
type Area = (typeof AREAS)[number];

export const bench = defineCommand({
  name: 'bench',
  summary: 'Measure pages, calls and starts beside the least they can cost.',
  details: [
    'Starts academies of its own in a temporary folder. docs/performance.md explains every figure.',
    'Takes about seven minutes and wants the machine for itself.',
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
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(values, terminal) {
    const areas = areasOf(values.only);
    const rounds = numberOption(values.rounds, 'rounds', { least: 1, most: 25 }, 'bench');
    const seconds = numberOption(values.seconds, 'seconds', { least: 1, most: 30 }, 'bench') ?? 4;
    const kills = numberOption(values.kills, 'kills', { least: 0, most: 50 }, 'bench') ?? 20;
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
    let chromium: string | null = null;
    try {
      if (areas.has('pages') || areas.has('calls')) {
        const academy = await startAcademy(join(folder, 'calls'));
        try {
          if (areas.has('pages')) {
            const { measurePages } = await import('@academy/bench/pages');
            const pages = await measurePages(academy, { program: await ensureChromium(log), rounds: rounds ?? 5, log });
            chromium = pages.chromium;
            figures.push(...pages.figures);
          }
          if (areas.has('calls')) {
            const { measureCalls } = await import('@academy/bench/calls');
            figures.push(...(await measureCalls(academy, { seconds, rounds: Math.min(rounds ?? 3, 5), log })));
          }
        } finally {
          await academy.stop();
        }
      }
      if (areas.has('starts')) {
        const { measureStarts } = await import('@academy/bench/starts');
        figures.push(...(await measureStarts(folder, { kills, log })));
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
    if (values.json === true)
      terminal.out(
        JSON.stringify({ ...around, figures: figures.map((figure) => ({ ...figure, met: isMet(figure) })) }, null, 2),
      );
    else for (const line of reportLines(figures, around)) terminal.out(line);
    // Lost writes are a failure; a missed time is only a finding that depends on the machine.
    return figures.some((figure) => figure.name === 'of these lost' && isMet(figure) === false) ? EXIT.failed : EXIT.ok;
  },
});

function areasOf(option: string | undefined): ReadonlySet<Area> {
  if (option === undefined) return new Set(AREAS);
  const names = option.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !AREAS.some((area) => area === name));
  if (unknown !== undefined) {
    throw usageProblem(`There is no area "${unknown}" to measure; there are: ${AREAS.join(', ')}.`, 'bench');
  }
  return new Set(AREAS.filter((area) => names.includes(area)));
}
