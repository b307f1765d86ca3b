import { defineCommand } from '../command.ts';

export const contentFiles = defineCommand({
  name: 'content files',
  summary: 'Move pictures, videos, downloads and versions between database and S3, or check that none is missing.',
  details: [
    '"move --to s3" and "move --to database" work while the academy goes on; they may be stopped at any moment and run again.',
    'Each file is compared by its hash before its old copy is left. All servers must have the settings of the store',
    '(ACADEMY_S3_...) before, and ACADEMY_CONTENT_FILES must name the same place, so that new files go there as well.',
    '"check" compares the rows of the database with the store and lists what is missing there.',
  ],
  words: ['<move|check>'],
  options: {
    to: { type: 'string', value: '<s3|database>', about: 'Where the files go' },
    'dry-run': { type: 'boolean', about: 'Only count what would be moved' },
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder of the academy (default .academy in the repository)',
    },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run({ to, data, json, 'dry-run': dryRun }, terminal, [word = '']) {
    // On demand: the other commands about content also run where the packages of a server are not installed.
    const { runContentFiles } = await import('../content-files.ts');
    return runContentFiles(word, { to, data, json: json === true, dryRun: dryRun === true }, terminal);
  },
});
