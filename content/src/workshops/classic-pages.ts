import { shortened } from '../text-source.ts';
import { classicVariables } from './own-variables.ts';
import {
  chosen,
  decodeFile,
  type Env,
  type LabPages,
  type Place,
  reportUnused,
  settingsFile,
  textOf,
  titleOf,
} from './page-files.ts';
import type { WorkshopPageSource } from './workshop-source.ts';

/** The pages of a lab for the classic renderer, in their order. @param env of the lab's session */
export function classicPages(place: Place, env: Env): LabPages {
  const workshop = settingsFile(place, 'workshop.yaml');
  const settings = settingsFile(place, 'modules.yaml');
  const modules = settings?.object('modules') ?? null;
  const activate = workshop?.object('modules')?.strings('activate') ?? null;
  const listed =
    activate !== null && workshop !== null
      ? activate.map(({ value, line }) => ({ name: value, file: workshop.file, line }))
      : (modules?.names() ?? []).map((name) => ({ name, file: modules?.file ?? '', line: modules?.lineOf(name) ?? 1 }));
  const order = listed.length > 0 ? chosen(listed, place) : [...place.onDisk.keys()];
  reportUnused(order, modules, place);
  const pages = order.flatMap((name): WorkshopPageSource[] => {
    const file = place.onDisk.get(name);
    if (file === undefined) return [];
    const module = modules?.object(name) ?? null;
    if (module === null && activate !== null && modules !== null) {
      const message = `the lab platform does not show the page "${shortened(name, 100)}"; name it in modules.yaml: "${shortened(name, 100)}: {name: ...}"`;
      const at = listed.find((entry) => entry.name === name);
      place.findings.warning('workshop-module-missing', at?.file ?? modules.file, at?.line ?? 1, message);
    }
    const title = module?.string('name') || titleOf(name);
    const exitSign = module?.string('exit_sign') || null;
    return [{ name, title, exitSign, file, text: textOf(decodeFile(place, file), file) }];
  });
  return { pages, values: classicVariables(workshop, settings, env, place.findings) };
}
