import { defineCommand, EXIT } from '../command.ts';
import { buildWeb } from '../web-build.ts';

export const build = defineCommand({
  name: 'build',
  summary: 'Build the web for production.',
  details: ['The other commands build it on their own when its sources changed.'],
  options: {},
  async run(_values, terminal) {
    await buildWeb((line) => terminal.err(line), true);
    return EXIT.ok;
  },
});
