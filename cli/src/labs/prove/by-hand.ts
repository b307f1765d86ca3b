import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml, plainValue } from '@academy/content/front-matter';
import { readProveSettings } from '@academy/contract/rules/prove-settings';
import * as v from 'valibot';
import type { Provable } from './prove-lab.ts';

const StepsSchema = v.record(
  v.string(),
  v.array(
    v.looseObject({ action: v.union([v.literal('end'), v.pipe(v.number(), v.integer(), v.minValue(1))]) }),
    'must be a list',
  ),
);

/** A file of what learners do by hand cannot be used; the message is a sentence with its name. */
export class ByHandUnreadable extends Error {}

/**
 * Adds what learners do by hand in a lab, written outside of its folder so that pages of others stay as they are:
 * `<workshop>.yaml` in `folder`, which holds for each page by its name a list of settings `prove` with the number of the
 * action before which they count, or `end` for what is done when the page is read.
 *
 * @throws ByHandUnreadable when the file names a page or an action that is not there
 */
export function withByHand(provable: Provable, workshop: string, folder: string): Provable {
  const file = join(folder, `${workshop}.yaml`);
  if (!existsSync(file)) return provable;
  const unreadable = (problem: string) => new ByHandUnreadable(`${file}: ${problem}`);
  const yaml = parseYaml(readFileSync(file, 'utf8'), 0);
  if (!yaml.ok) throw unreadable(`line ${yaml.line}: ${yaml.message}`);
  const [document] = yaml.documents;
  const read = v.safeParse(StepsSchema, document === undefined ? {} : plainValue(document));
  if (!read.success) throw unreadable(`"${v.getDotPath(read.issues[0]) ?? ''}" ${read.issues[0].message}`);
  const pages = new Map(provable.pages.map((page) => [page.name, { ...page, actions: [...page.actions] }]));
  for (const [name, steps] of Object.entries(read.output)) {
    const page = pages.get(name);
    if (page === undefined)
      throw unreadable(`the lab has no page "${name}"; there are ${[...pages.keys()].join(', ')}`);
    for (const { action, ...prove } of steps) {
      const { settings, problem } = readProveSettings(prove);
      if (problem !== null) throw unreadable(`"${name}" ${problem}`);
      if (action === 'end') page.end = [...(page.end ?? []), settings];
      else {
        const own = page.actions[action - 1];
        if (own === undefined)
          throw unreadable(`"${name}" has ${page.actions.length} actions, and none with number ${action}`);
        page.actions[action - 1] = { ...own, settings: { ...own.settings, prove } };
      }
    }
  }
  return { ...provable, pages: [...pages.values()] };
}
