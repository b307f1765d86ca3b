import { readSettings } from '@academy/server/composition/read-settings';
import type { Database } from '@academy/server/db/connect';
import { attemptsToAdd, forgetQuestions } from '@academy/server/stats/kept-questions';
import { forgetStatistics, statisticsProgress } from '@academy/server/stats/kept-statistics';
import { defineCommand, EXIT } from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';

export const statistics = defineCommand({
  name: 'statistics',
  summary: 'Say how far the sums behind the statistics are; make them anew.',
  details: [
    'Servers keep sums beside large ledgers. Making them anew takes minutes with a million learners, and reads the ledger and attempts only;',
    'statistics are counted meanwhile, which takes long.',
  ],
  options: {
    rebuild: { type: 'boolean', about: 'Forget the sums; running servers make them anew from the ledger' },
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder of the academy (default .academy in the repository)',
    },
  },
  async run(values, terminal) {
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(values.data, terminal) });
    const lines = await withDatabase(settings, async ({ db }) => {
      if (values.rebuild === true) {
        await db.transaction(async (tx) => {
          await forgetStatistics(tx);
          await forgetQuestions(tx);
        });
        return ['The sums were forgotten. Running servers begin to make them anew within a minute.'];
      }
      return [await stateOfEvents(db), await stateOfQuestions(db)];
    });
    for (const line of lines) terminal.out(line);
    return EXIT.ok;
  },
});

async function stateOfEvents(db: Database): Promise<string> {
  const progress = await statisticsProgress(db);
  if (progress === null) return 'There are no sums of events: the ledger is small, or no server has begun.';
  if (progress.isComplete) return `The sums have all events until ${progress.readUntil.toISOString()}.`;
  return `The sums are being made: ${Math.round(progress.share * 100)} % of all people have been counted.`;
}

async function stateOfQuestions(db: Database): Promise<string> {
  const waiting = await attemptsToAdd(db);
  if (waiting === 0) return 'The sums of questions have all attempts.';
  const attempts = waiting === 1 ? '1 attempt is' : `${waiting} attempts are`;
  return `The sums of questions: ${attempts} still to be added. Those of the last minute always are.`;
}
