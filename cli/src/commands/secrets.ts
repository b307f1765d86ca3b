import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { keySealer, rotateKeys } from '@academy/identity/keys';
import { fingerprintOf, type SealingSecrets } from '@academy/identity/sealing';
import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import { readSettings } from '@academy/server/composition/read-settings';
import { hasSamplePeople, keySecretsOf, type Settings } from '@academy/server/composition/settings';
import type { Connection, Transaction } from '@academy/server/db/connect';
import { type Resealed, resealEverything } from '@academy/server/identity/reseal-everything';
import { signingKeysStore } from '@academy/server/identity/signing-keys.store';
import { replaceLocalTokens } from '@academy/server/samples/local-tokens';
import { SILENT_MS } from '@academy/server/servers/servers';
import { serversStore } from '@academy/server/servers/servers.store';
import { CommandProblem, defineCommand, EXIT, type Terminal } from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';
import { writeSecretFile } from '../secret-file.ts';
import { undone } from '../undone.ts';
import { explainingSecrets } from './keys.ts';

const NAME = 'ACADEMY_KEY_SECRET';

/** Where the operator keeps the key secret. */
interface Place {
  /** File of the secret; null where it stands in the environment. */
  file: string | null;
  /** File of the former one. */
  before: string | null;
  /** Whether the settings name that file. */
  isBeforeNamed: boolean;
}

export const secretsRotate = defineCommand({
  name: 'secrets rotate',
  summary: 'Change the key secret and the signing keys, in two runs with a restart of the servers between.',
  details: [
    `The first run makes a new ${NAME}: it replaces the file that ${NAME}_FILE names and keeps the former secret in the`,
    `file of ${NAME}_BEFORE_FILE, or prints both for the environment. Restart the servers, one after the other.`,
    'The second run sees that they have it, encrypts everything in the database anew, makes the next signing key and new',
    'local tokens. Both run beside running servers, may be repeated, and go on where they were interrupted.',
  ],
  options: {
    'dry-run': { type: 'boolean', about: 'Say what would happen, and change nothing' },
    print: { type: 'boolean', about: `Print the new secret also where ${NAME}_FILE names a file` },
    now: { type: 'boolean', about: 'Sign with the new key at once and refuse tokens of all others' },
    data: {
      type: 'string',
      value: '<folder>',
      about: 'Data folder of the academy (default .academy in the repository)',
    },
  },
  async run(values, terminal) {
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(values.data, terminal) });
    const place = placeOf(terminal.env, values.print === true);
    const secrets = secretsAt(place, settings);
    const dryRun = values['dry-run'] === true;
    await withDatabase(settings, async (connection) => {
      if (await isUnderWay(connection, secrets))
        await finish(connection, terminal, { settings, place, secrets, dryRun, atOnce: values.now === true });
      else await begin(connection, terminal, place, secrets, dryRun);
    });
    return EXIT.ok;
  },
});

function placeOf(env: Terminal['env'], print: boolean): Place {
  const fileOf = (name: string): string | null => env[`${name}_FILE`]?.trim() || null;
  const file = print ? null : fileOf(NAME);
  const named = fileOf(`${NAME}_BEFORE`);
  return { file, before: named ?? (file === null ? null : `${file}.before`), isBeforeNamed: named !== null };
}

/** The secrets of the settings; of a former secret that this command has written, also without its setting. */
function secretsAt({ before, isBeforeNamed }: Place, settings: Settings): SealingSecrets {
  const secrets = keySecretsOf(settings);
  if (before === null || isBeforeNamed) return secrets;
  const written = read(before);
  return written === '' ? secrets : { ...secrets, secretBefore: written };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Whether the secret has been changed already, and something is still encrypted with the former one, or with none. */
async function isUnderWay({ db }: Connection, secrets: SealingSecrets): Promise<boolean> {
  if (secrets.secret === undefined) return false;
  if (secrets.secretBefore !== undefined && secrets.secretBefore !== secrets.secret) return true;
  const { keys, secondFactors, webhooks, directories } = await explainingSecrets(() =>
    undone(db, (tx) => resealEverything(tx, secrets)),
  );
  return keys + secondFactors + webhooks + directories > 0;
}

/** The first run: a new secret, and the former one beside it. */
async function begin(
  { db }: Connection,
  { out }: Terminal,
  { file, before, isBeforeNamed }: Place,
  { secret: former }: SealingSecrets,
  dryRun: boolean,
): Promise<void> {
  const secret = randomBytes(32).toString('base64');
  const second = 'Then restart all servers, one after the other, and run "./academy secrets rotate" again.';
  if (dryRun) {
    out(file === null ? `A new ${NAME} would be made and printed.` : `A new secret would be written to ${file}.`);
    if (file !== null && former !== undefined) out(`The present one would be kept in ${before}.`);
    out(second);
    return;
  }
  if (file === null) {
    out('Set for all servers, and for who runs commands:');
    out(`${NAME}=${secret}`);
    if (former !== undefined) out(`${NAME}_BEFORE=${former}`);
  } else {
    // First: a secret that is replaced before it is kept would be lost.
    if (former !== undefined && before !== null) await writeSecretFile(before, `${former}\n`, file);
    await writeSecretFile(file, `${secret}\n`);
    out(`${file} has a new secret.`);
    if (former !== undefined) out(`${before} keeps the former one.`);
    if (former !== undefined && !isBeforeNamed) out(`Set for all servers: ${NAME}_BEFORE_FILE=${before}`);
    out('Copy the files to all machines that run servers.');
  }
  if (former !== undefined) out('Keep a copy of the former one with the backups that exist: they open with it alone.');
  await audit(db, { step: 'new secret', place: file === null ? 'environment' : 'file' });
  out(second);
}

/** The second run: nothing is left that needs the former secret. */
async function finish(
  { db }: Connection,
  { out }: Terminal,
  options: { settings: Settings; place: Place; secrets: SealingSecrets; dryRun: boolean; atOnce: boolean },
): Promise<void> {
  const { settings, place, secrets, dryRun, atOnce } = options;
  await refuseWhileOthersRun(db, secrets);
  const work = async (tx: Transaction) => {
    const resealed = await resealEverything(tx, secrets);
    const changes =
      settings.identity === 'external'
        ? null
        : await rotateKeys(signingKeysStore(tx), keySealer(secrets), { atOnce, secretLost: false, now: Date.now });
    const kid = changes?.add[0]?.kid ?? null;
    await audit(tx, { step: 'encrypted', ...resealed, kid });
    return { resealed, kid };
  };
  const { resealed, kid } = await explainingSecrets(() => (dryRun ? undone(db, work) : db.transaction(work)));
  const hasTokens = hasSamplePeople(settings);
  if (dryRun) {
    out(`Would be encrypted with the new secret: ${countsOf(resealed)}.`);
    if (kid !== null) out('A new signing key would be made.');
    if (hasTokens) out('The local tokens would be replaced.');
    return;
  }
  out(`Encrypted with the new secret: ${countsOf(resealed)}.`);
  if (kid !== null) out(atOnce ? `Key ${kid} signs now.` : `Key ${kid} is the next signing key.`);
  else if (settings.identity === 'embedded') out('A new signing key waits already.');
  const tokens = hasTokens ? await replaceLocalTokens(db, settings.dataFolder) : 0;
  if (tokens > 0) out(`Local tokens were replaced: ${tokens}.`);
  if (secrets.secretBefore === undefined) return;
  if (place.file !== null && place.before !== null) {
    await writeSecretFile(place.before, '', place.file);
    out(`Nothing in the database needs the former secret any more: ${place.before} is empty.`);
  } else out(`Nothing in the database needs the former secret any more: take ${NAME}_BEFORE away.`);
  out('Make a backup: those from before need the former secret.');
}

/** A server with the former secret only could not read what this command writes. */
async function refuseWhileOthersRun(db: Connection['db'], secrets: SealingSecrets): Promise<void> {
  const others = await serversStore(db).withOtherSecret(fingerprintOf(secrets), SILENT_MS);
  if (others.length === 0) return;
  const names = others.map(
    ({ name, startedAt }) => `${name || 'one of an older edition'}, since ${startedAt.toISOString()}`,
  );
  throw new CommandProblem(
    EXIT.failed,
    `Nothing was changed: servers run with another secret: ${names.join('; ')}.`,
    'Give them the new secret and the former one, restart them, and run this again.',
  );
}

const countsOf = ({ keys, secondFactors, webhooks, directories }: Resealed): string =>
  `keys ${keys}, second factors ${secondFactors}, webhooks ${webhooks}, directories ${directories}`;

const audit = (
  queries: Connection['db'] | Transaction,
  details: Record<string, string | number | boolean | null>,
): Promise<void> =>
  writeAudit(queries, {
    action: 'secrets.rotate',
    target: { kind: 'installation', id: 'all' },
    tenantId: null,
    details,
    by: COMMAND_LINE,
  });
