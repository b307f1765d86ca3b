import { readSettings } from '@academy/server/settings/read-settings';
import { forgetQuestions } from '@academy/server/stats/kept-questions';
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
    const line = await withDatabase(settings, async ({ db }) => {
      if (values.rebuild === true) {
        await db.transaction(async (tx) => {
          await forgetStatistics(tx);
          await forgetQuestions(tx);
        });
        return 'The sums were forgotten. Running servers begin to make them anew within a minute.';
      }
      const progress = await statisticsProgress(db);
      if (progress === null) return 'There are no sums of events: the ledger is small, or no server has begun.';
      const until = progress.readUntil.toISOString();
      if (progress.isComplete) return `The sums have all events until ${until}.`;
      return `The sums are being made: ${Math.round(progress.share * 100)} % of all people have been counted.`;
    });
    terminal.out(line);
    return EXIT.ok;
  },
});
