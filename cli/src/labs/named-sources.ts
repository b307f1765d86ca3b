import { findItems, loadItem } from '@academy/content/find-items';
import { addressOf, type FileSource } from '@academy/content/lab-files/file-sources';
import { readWorkshop } from '@academy/content/workshops/read-workshop';
import { loadTenants } from '@academy/tenants';

/** A package, or an image of files, that labs name. */
export interface NamedSource {
  /** Name of the package; null for an image of the lab's own files. */
  package: string | null;
  /** Without the tag and digest of an image. */
  address: string;
  source: FileSource;
  /** The labs that name it. */
  labs: string[];
}

/** The packages and images that the labs of a folder name, each address once, by name and address. */
export async function namedSources(folder: string): Promise<NamedSource[]> {
  const tenants = [...(await loadTenants()).keys()];
  const named = new Map<string, NamedSource>();
  for (const found of await findItems(['workshop'], folder)) {
    const { item } = await loadItem(found, { tenants, tenantId: null, fallback: tenants[0] ?? null, variables: {} });
    const sources = item === null ? null : (readWorkshop(item.files, item.options).workshop?.sources ?? null);
    if (item === null || sources === null) continue;
    const all = [
      ...sources.packages.flatMap(({ name, sources: own }) => own.map((source) => ({ name, source }))),
      ...sources.files.flatMap((source) => (source.kind === 'image' ? [{ name: null, source }] : [])),
    ];
    for (const { name, source } of all) {
      if (source.kind === 'inline') continue;
      const address = addressOf(source).replace(
        source.kind === 'image' ? /(?::[\w][\w.-]*)?(?:@sha256:[a-f\d]+)?$/ : /$^/,
        '',
      );
      const key = JSON.stringify([name, address]);
      const one = named.get(key) ?? { package: name, address, source, labs: [] };
      if (!one.labs.includes(item.id)) one.labs.push(item.id);
      named.set(key, one);
    }
  }
  const byName = ({ package: name, address }: NamedSource) => `${name ?? '\uffff'} ${address}`;
  return [...named.values()].sort((a, b) => (byName(a) < byName(b) ? -1 : 1));
}
