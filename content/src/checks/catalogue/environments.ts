import type { Finding } from '@academy/contract/findings';
import { chosenEnvironment, imageName, type KnownEnvironments } from '@academy/contract/rules/lab-environments';
import { FindingList } from '../../finding-list.ts';
import { shortened } from '../../text-source.ts';
import { ENVIRONMENT_KEY } from '../../workshops/read-definition.ts';
import type { CheckedItem } from './checked-item.ts';

/** Whether the academy has the environment that a workshop wants; nothing for items of other kinds. */
export function checkEnvironment({ item, files, file }: CheckedItem, known: KnownEnvironments): Finding[] {
  if (item.kind !== 'workshop') return [];
  const findings = new FindingList();
  const { environment = null, image } = item.data;
  const chosen = chosenEnvironment({ environment, image }, known);
  const line = lineOf(environment === null ? 'image' : ENVIRONMENT_KEY, files.get(file));
  const there = known.names.length === 0 ? 'there is none' : `there are: ${known.names.join(', ')}`;
  if (environment !== null && chosen?.fits === false) {
    const message = `the environment "${environment}" is missing, so nobody can start the lab; ${there}. Add it or name another`;
    findings.warning('environment-missing', file, line, message);
  } else if (chosen?.fits === false) {
    const message = `the image "${shortened(image ?? '', 100)}" needs the environment "${chosen.name}", which is missing; ${there}. Nobody can start the lab`;
    findings.warning('environment-missing', file, line, message);
  } else if (chosen === null && image !== null && imageName(image) !== '') {
    const message = `no environment stands for the image "${shortened(image, 100)}"; in a sandbox the lab would run with the server's own programs. Name one by ${ENVIRONMENT_KEY}, or let one stand for the image`;
    findings.warning('environment-unmapped', file, line, message);
  }
  return findings.list();
}

/** The first line with a key of YAML; 1 when there is none. */
function lineOf(key: string, bytes: Uint8Array | undefined): number {
  const lines = Buffer.from(bytes ?? [])
    .toString('utf8')
    .split('\n');
  const at = lines.findIndex((line) =>
    line
      .trimStart()
      .replace(/^["'{]\s*/, '')
      .startsWith(key),
  );
  return at === -1 ? 1 : at + 1;
}
