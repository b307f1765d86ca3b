/** What is checked in a list, by id. A search narrows the list down; what it hides stays as it was. */
export type Checked = ReadonlySet<string>;

/** Checks one entry, or unchecks it. */
export function toggleOne(checked: Checked, id: string): Checked {
  const next = new Set(checked);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Checks all entries that are shown; unchecks them when all of them are checked. */
export function toggleAll(checked: Checked, shown: readonly string[]): Checked {
  const next = new Set(checked);
  const all = shown.every((id) => checked.has(id));
  for (const id of shown) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** What is still there of what was checked. */
export function stillThere(checked: Checked, all: readonly string[]): string[] {
  return all.filter((id) => checked.has(id));
}
