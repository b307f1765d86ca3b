import type { Fields } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';
import { shortened } from '../text-source.ts';

const NAME = /^[A-Za-z_]\w*$/;

/**
 * The variables that a classic lab defines: `config.vars` in modules.yaml, and `vars` in workshop.yaml, whose values win.
 *
 * @param env of the session: a variable of this name wins over both
 */
export function classicVariables(
  workshop: Fields | null,
  modules: Fields | null,
  env: readonly { name: string; value: string }[],
  findings: FindingList,
): Map<string, unknown> {
  const listed = modules?.object('config')?.objects('vars') ?? [];
  const values = listedValues(listed, env, findings);
  const own = workshop?.object('vars') ?? null;
  for (const name of own?.names() ?? []) {
    if (own === null || !isName(name, own, own.lineOf(name), findings)) continue;
    values.set(name, ofSession(name, aliasesOf(listed, name), env) ?? own.plain(name));
  }
  return values;
}

/** The parameters that a Hugo lab defines: `params` in config.yaml, and those of its pathway, whose values win. */
export function hugoParameters(
  config: Fields | null,
  pathway: Fields | null,
  env: readonly { name: string; value: string }[],
  findings: FindingList,
): Map<string, unknown> {
  return new Map([
    ...listedValues(config?.objects('params') ?? [], env, findings),
    ...listedValues(pathway?.objects('params') ?? [], env, findings),
  ]);
}

function listedValues(
  listed: readonly Fields[],
  env: readonly { name: string; value: string }[],
  findings: FindingList,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const entry of listed) {
    const name = entry.string('name') ?? '';
    if (!isName(name, entry, entry.line, findings)) continue;
    values.set(
      name,
      ofSession(name, entry.has('aliases') ? entry.texts('aliases').map(({ value }) => value) : [], env) ??
        entry.plain('value'),
    );
  }
  return values;
}

const aliasesOf = (listed: readonly Fields[], name: string) =>
  listed
    .filter((entry) => entry.string('name') === name)
    .flatMap((entry) => entry.texts('aliases').map(({ value }) => value));

/** The value that the session's environment gives it; null for none, or one that only a session knows. */
function ofSession(name: string, aliases: readonly string[], env: readonly { name: string; value: string }[]) {
  for (const alias of aliases.length > 0 ? aliases : [name]) {
    const found = env.find((variable) => variable.name === alias);
    if (found !== undefined) return /\$\(|\{\{/.test(found.value) ? null : found.value;
  }
  return null;
}

function isName(name: string, { file }: Fields, line: number, findings: FindingList): boolean {
  if (NAME.test(name)) return true;
  const message = `"${shortened(name, 60)}" cannot be the name of a variable; use letters, digits and underscores`;
  findings.warning('variable-name', file, line, message);
  return false;
}
