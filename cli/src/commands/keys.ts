import { inUse } from '@academy/identity/key-schedule';
import { keySealer, rotateKeys } from '@academy/identity/keys';
import { SealedError } from '@academy/identity/sealing';
import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import { readSettings } from '@academy/server/composition/read-settings';
import { keySecretsOf, type Settings } from '@academy/server/composition/settings';
import { resealEverything } from '@academy/server/identity/reseal-everything';
import { revokeEverything } from '@academy/server/identity/revoke-everything';
import { signingKeysStore } from '@academy/server/identity/signing-keys.store';
import { CommandProblem, defineCommand, EXIT, type Terminal, usageProblem } from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';
import { table } from '../table.ts';

const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;
const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;
const SECRET_LOST = {
  type: 'boolean',
  about: 'Nobody has the secret any more that the present keys are encrypted with',
} as const;

export const keysList = defineCommand({
  name: 'keys list',
  summary: 'List the keys that tokens are signed with.',
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const settings = settingsOf(values.data, terminal);
    const keys = await withDatabase(settings, ({ db }) => signingKeysStore(db).list());
    const now = Date.now();
    const [signing] = inUse(keys, now);
    const rows = keys.map((key) => ({
      kid: key.kid,
      use:
        key.retiredAt !== null
          ? 'retired'
          : key === signing
            ? 'signs'
            : key.signsFrom.getTime() > now
              ? 'waits'
              : 'verifies',
      encrypted: 'jwe' in key.jwk,
      signsFrom: key.signsFrom.toISOString(),
      retiredAt: key.retiredAt?.toISOString() ?? null,
    }));
    if (values.json === true) terminal.out(JSON.stringify(rows));
    else {
      const lines = table(
        ['Key', 'Use', 'Signs from', 'Retired', 'Encrypted'],
        rows.map((row) => [
          row.kid,
          row.use,
          minute(row.signsFrom),
          minute(row.retiredAt),
          row.encrypted ? 'yes' : 'no',
        ]),
      );
      for (const line of lines) terminal.out(line);
    }
    return EXIT.ok;
  },
});

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'Make the next signing key before its time.',
  details: [
    'The new key is shown for a day before it signs, so nobody notices. Servers do the same by themselves every 90 days.',
    '--now is for a key that somebody else may have: the new key signs at once and tokens of all others are refused from',
    'then on. Browsers fetch new ones by themselves, people stay logged in.',
  ],
  options: {
    now: { type: 'boolean', about: 'Sign with the new key at once and refuse all others' },
    'secret-lost': SECRET_LOST,
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const atOnce = values.now === true;
    const secretLost = values['secret-lost'] === true;
    if (secretLost && !atOnce) throw usageProblem('--secret-lost goes with --now.', 'keys rotate');
    const settings = embedded(settingsOf(values.data, terminal));
    const { added, retired } = await withDatabase(settings, ({ db }) =>
      explainingSecrets(() =>
        db.transaction(async (tx) => {
          const options = { atOnce, secretLost, now: Date.now };
          const changes = await rotateKeys(signingKeysStore(tx), keySealer(keySecretsOf(settings)), options);
          const [added] = changes.add;
          if (added !== undefined)
            await writeAudit(tx, {
              action: 'keys.rotate',
              target: { kind: 'signing-key', id: added.kid },
              tenantId: null,
              details: { atOnce, signsFrom: added.signsFrom.toISOString(), retired: changes.retire },
              by: COMMAND_LINE,
            });
          return { added: added ?? null, retired: changes.retire };
        }),
      ),
    );
    if (values.json === true)
      terminal.out(
        JSON.stringify({ kid: added?.kid ?? null, signsFrom: added?.signsFrom.toISOString() ?? null, retired }),
      );
    else if (added === null) terminal.out('A new key waits already. "./academy keys list" shows from when it signs.');
    else if (atOnce) terminal.out(`Key ${added.kid} signs now. Tokens of ${keyCount(retired.length)} are refused.`);
    else terminal.out(`Key ${added.kid} is shown now and signs from ${minute(added.signsFrom.toISOString())}.`);
    return EXIT.ok;
  },
});

export const keysSeal = defineCommand({
  name: 'keys seal',
  summary: 'Encrypt keys and second factors anew, after ACADEMY_KEY_SECRET was added, changed or taken away.',
  details: [
    'Set ACADEMY_KEY_SECRET to the new secret and ACADEMY_KEY_SECRET_BEFORE to the former one, here and on all servers,',
    'restart the servers, then run this. Afterwards nothing needs the former one.',
    'With --secret-lost, authenticator apps, webhooks and directories that cannot be opened stay as they are: owners log in with a',
    'recovery code and set the app up anew; webhooks are deleted and made anew.',
  ],
  options: { 'secret-lost': SECRET_LOST, data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const settings = settingsOf(values.data, terminal);
    const secrets = keySecretsOf(settings);
    const result = await withDatabase(settings, ({ db }) =>
      explainingSecrets(() =>
        db.transaction(async (tx) => {
          const changed = await resealEverything(tx, secrets, values['secret-lost'] === true);
          await writeAudit(tx, {
            action: 'keys.seal',
            target: { kind: 'installation', id: 'all' },
            tenantId: null,
            details: { ...changed },
            by: COMMAND_LINE,
          });
          return changed;
        }),
      ),
    );
    if (values.json === true) terminal.out(JSON.stringify(result));
    else {
      terminal.out(
        `${result.encrypted ? 'Encrypted with ACADEMY_KEY_SECRET' : 'Stored without a secret'}: ${keyCount(result.keys)}, second factors: ${result.secondFactors}, webhooks: ${result.webhooks}, directories: ${result.directories}.`,
      );
      if (result.closed > 0)
        terminal.out(`Second factors, webhooks and directories that stay closed: ${result.closed}.`);
    }
    return EXIT.ok;
  },
});

export const keysRevokeAll = defineCommand({
  name: 'keys revoke-all',
  summary: 'After a break-in: end every session and token of everybody, and change the signing key.',
  details: [
    'Everybody has to log in again, and scripts need new personal access tokens. Servers follow within a second.',
    'Accounts, passwords and second factors stay.',
  ],
  options: { 'secret-lost': SECRET_LOST, data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const settings = settingsOf(values.data, terminal);
    const secretLost = values['secret-lost'] === true;
    const keys = settings.identity === 'external' ? null : { sealer: keySealer(keySecretsOf(settings)), secretLost };
    const revoked = await withDatabase(settings, ({ db }) =>
      explainingSecrets(() => revokeEverything(db, keys, COMMAND_LINE)),
    );
    if (values.json === true) terminal.out(JSON.stringify(revoked));
    else {
      terminal.out(
        `Ended: all sessions (${revoked.sessions}) and personal access tokens (${revoked.personalAccessTokens}).`,
      );
      terminal.out(
        revoked.kid === null
          ? 'The external provider has keys and sessions of its own: end those there.'
          : `Key ${revoked.kid} signs now; tokens of all others are refused.`,
      );
    }
    return EXIT.ok;
  },
});

function embedded(settings: Settings): Settings {
  if (settings.identity === 'embedded') return settings;
  throw new CommandProblem(
    EXIT.failed,
    'Keys are kept by the external provider.',
    'Change them there; the academy reads the new ones by itself.',
  );
}

/** Reports a wrong or missing secret, which an operator can correct. */
export async function explainingSecrets<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    throw new CommandProblem(
      EXIT.failed,
      `Nothing was changed. ${error.message}.`,
      'Set ACADEMY_KEY_SECRET as the servers have it; docs/how-to/keys-and-secrets.md tells what to do when it is lost.',
    );
  }
}

function settingsOf(data: string | undefined, terminal: Terminal): Settings {
  return readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
}

/** `2030-05-03 14:05` UTC. */
function minute(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 16).replace('T', ' ');
}

function keyCount(count: number): string {
  return count === 1 ? 'one key' : `${count} keys`;
}
