import { basename } from 'node:path';
import type { Warming } from '@academy/lab-host/environments/warm-home';
import { CommandProblem, defineCommand, EXIT } from '../command.ts';
import { megabytes } from './environment-commands.ts';
import { totalsLine } from './prove/proof-report.ts';
import { PROVING_OPTIONS, withLabs } from './prove/prove-command.ts';

export const environmentWarm = defineCommand({
  name: 'labs environment warm',
  summary: 'Fetch once what the builds of labs need, for all labs of their environments.',
  details: [
    'Runs the labs of the folders as "labs prove" does, with what they do by hand, and keeps what Maven has fetched. Labs',
    'that start from then on find it in their home folder and reach no host for it; they cannot change it for others.',
    'Run it again when labs have changed: what is there stays, and is not fetched twice. Without a folder it is the present one.',
  ],
  words: ['[<folder>...]'],
  options: PROVING_OPTIONS,
  async run(values, terminal, words) {
    const warmings = new Map<string, Warming>();
    const task = { values: { ...values, engine: 'sandbox' }, terminal, words, command: 'labs environment warm' };
    try {
      return await withLabs(task, { warmings }, async ({ sandboxes, prove, stopped }) => {
        if (sandboxes.problem !== null)
          throw new CommandProblem(EXIT.failed, sandboxes.problem, '"./academy doctor" says more.');
        terminal.out(totalsLine(await prove()));
        if (stopped()) return EXIT.failed;
        if (warmings.size === 0) {
          terminal.out('No lab ran in an environment, so nothing is kept.');
          return EXIT.failed;
        }
        for (const [home, warming] of warmings) {
          const { files, bytes } = warming.keep();
          terminal.out(`${basename(home)} keeps ${files.toLocaleString('en')} files, ${megabytes(bytes)}.`);
        }
        warmings.clear();
        return EXIT.ok;
      });
    } finally {
      for (const warming of warmings.values()) warming.discard();
    }
  },
});
