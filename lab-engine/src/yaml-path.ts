import { type Document, isMap, isScalar, isSeq } from 'yaml';

/** A step of a path: a key, a position in a list, or the item of a list whose key has a value. */
type Step = string | number | { key: string; value: string };

const STEP = /\.?(?:([^.[\]]+)|\[(?:(-?\d+)|"([^"]*)"|'([^']*)'|([^=\]]+)=([^\]]*))\])/y;

/**
 * Reads a path such as `spec.containers[name=nginx].ports[0]` or `data["index.html"]`.
 *
 * @returns null for anything else; the empty path has no steps
 */
export function yamlPath(path: string): Step[] | null {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null) return null;
    const [, plain, index, double, single, key, value = ''] = match;
    if (index !== undefined) steps.push(Number(index));
    else if (key !== undefined) steps.push({ key: key.trim(), value: value.trim().replace(/^(["'])(.*)\1$/, '$2') });
    else steps.push(plain ?? double ?? single ?? '');
  }
  return steps;
}

/** Keys of a document that lead along a path. */
export interface Place {
  keys: unknown[];
  /** False: the last keys do not exist yet. */
  exists: boolean;
}

/** Where a path leads in a document; null when a list has no such item, or a value on the way is neither list nor map. */
export function placeAt(document: Document, steps: readonly Step[]): Place | null {
  const keys: unknown[] = [];
  let node: unknown = document.contents;
  let exists = true;
  for (const step of steps) {
    if (!exists || node === null || (isScalar(node) && node.value === null)) {
      if (typeof step !== 'string') return null;
      exists = false;
      keys.push(step);
    } else if (isMap(node)) {
      if (typeof step === 'object') return null;
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
      exists = pair !== undefined;
      keys.push(pair === undefined ? step : isScalar(pair.key) ? pair.key.value : pair.key);
      node = pair?.value ?? null;
    } else if (isSeq(node)) {
      const { items } = node;
      const at = typeof step === 'string' ? -1 : positionOf(items, step);
      if (at < 0 || at >= items.length) return null;
      keys.push(at);
      node = items[at];
    } else return null;
  }
  return { keys, exists };
}

/** The position of an item; -1 when there is none. */
function positionOf(items: readonly unknown[], step: Exclude<Step, string>): number {
  if (typeof step === 'number') return step < 0 ? items.length + step : step;
  return items.findIndex((item) => isMap(item) && String(item.get(step.key)) === step.value);
}
