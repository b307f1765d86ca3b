import type { Call } from '../call.ts';

/** The parts of an input that are sent in the address. */
export interface AddressParts {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
}

/** What the address of a call below the base address looks like, without its query. */
export function callPattern({ path }: Pick<Call, 'path'>): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

/**
 * The address of a call below the base address: path parameters filled in, lists as repeated parameters, undefined
 * values left out.
 */
export function callAddress({ path }: Pick<Call, 'path'>, { params = {}, query = {} }: AddressParts): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  );
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}
