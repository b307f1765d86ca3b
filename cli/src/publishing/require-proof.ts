import { placeOf } from '@academy/content/checks/catalogue/place-of';
import { workshopsOf } from '@academy/content/checks/catalogue/workshops';
import type { FoundItem } from '@academy/content/found-item';
import type { Finding } from '@academy/contract/findings';
import { PROOF_FILE } from '@academy/contract/lab-proof';
import type { BuiltHere } from './judge.ts';

const HOW = 'run "./academy labs prove --record" first';

/**
 * Fatal findings about labs that have no record of exactly their files: of the workshops, and of the courses and guides
 * that use them.
 */
export function unprovedFindings(items: readonly BuiltHere[]): Map<FoundItem, Finding[]> {
  const workshops = new Map(
    items.flatMap(({ checked }) =>
      checked?.item.kind === 'workshop' ? [[`${checked.tenantId} ${checked.item.id}`, checked.item]] : [],
    ),
  );
  return new Map(
    items.map(({ found, checked }) => {
      if (checked === null) return [found, []];
      const { item, tenantId, file, files } = checked;
      if (item.kind === 'workshop') {
        const isOutdated = [...files.keys()].some((path) => path.split('/').at(-1) === PROOF_FILE);
        const what = isOutdated ? 'the record of its proof is about other files than these' : 'the lab was not proved';
        const message = `${what}; ${HOW}`;
        return [found, item.data.proof === undefined ? [finding(file, 1, message)] : []];
      }
      const findings = workshopsOf(item).flatMap((name) => {
        const workshop = workshops.get(`${tenantId} ${name}`);
        if (workshop?.data.proof !== undefined) return [];
        const place = placeOf(name, checked);
        const message =
          workshop === undefined
            ? `the lab "${name}" is not published together with this, so its record cannot be seen; publish both with "apply all"`
            : `the lab "${name}" has no record of a proof of exactly its files; ${HOW}`;
        return [finding(place.file, place.line, message)];
      });
      return [found, findings];
    }),
  );
}

const finding = (file: string, line: number, message: string): Finding => ({
  ...{ file, line, message },
  severity: 'fatal',
  code: 'lab-unproved',
});
