import type { TenantId } from '@academy/contract/tenants';
import type { NotifyOwner } from '../account-news.ts';
import type { Account, AttemptsStore } from '../accounts-store.ts';
import type { PasskeysStore } from '../passkeys/passkeys-store.ts';
import { SealedError, type Sealer, type SealingSecrets, sealerOf } from '../sealing.ts';
import { asRecoveryCode, hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import { secondFactorTexts } from './second-factor-texts.ts';
import { stepOfCode } from './totp.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 96 * QUARTER_MS;
/** Guesses per account in a quarter of an hour, from one known browser or from all others together ... */
const PER_QUARTER = 5;
/** ... and in a day: of a million codes three are valid at a time. */
const PER_DAY = 30;

/** Which second factors an account has. */
export interface Factors {
  /** When the authenticator app was set up; null without one. */
  totpSince: Date | null;
  passkeys: number;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
}

/** Result of a typed code. `wait`: not checked, ms until the next one is. */
export type CodeResult = { right: 'totp' | 'recovery-code' } | { wrong: true } | { wait: number };

/** A change of an account's second factors, as text for the mail. */
export type FactorChange = (account: Account, tenantId: TenantId, detail: string) => Promise<void>;

export interface SecondFactorsOptions {
  store: SecondFactorStore;
  passkeys: Pick<PasskeysStore, 'count'>;
  attempts: Pick<AttemptsStore, 'take' | 'clear'>;
  sealer: Sealer;
  notifyOwner: NotifyOwner;
  /** Ends with `/`; mails link to the account's page below it. */
  issuer: string;
  now: () => number;
}

/** The rules of authenticator apps and recovery codes, without pages. */
export function secondFactors(options: SecondFactorsOptions) {
  const { store, passkeys, attempts, sealer, notifyOwner, issuer, now } = options;

  async function factorsOf(accountId: string): Promise<Factors> {
    const [totp, count, recoveryCodes] = await Promise.all([
      store.totpOf(accountId),
      passkeys.count(accountId),
      store.recoveryCodesLeft(accountId),
    ]);
    return { totpSince: totp?.confirmedAt ?? null, passkeys: count, recoveryCodes };
  }

  /** Notifies the owner, who may not have made the change. */
  const tell: FactorChange = (account, tenantId, detail) =>
    notifyOwner(account, {
      kind: 'second-factor-changed',
      tenantId,
      link: `${issuer}account?tenant=${tenantId}`,
      detail,
      key: `second-factor-changed ${account.accountId} ${now()} ${detail}`,
    });

  async function makeRecoveryCodes(accountId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    const plain = codes.map((code) => asRecoveryCode(code) ?? '');
    await store.replaceRecoveryCodes(
      accountId,
      await Promise.all(plain.map((code) => hashRecoveryCode(accountId, code))),
    );
    return codes;
  }

  async function totpIsRight(accountId: string, code: string): Promise<boolean> {
    const totp = await store.totpOf(accountId);
    if (totp === null) return false;
    const step = stepOfCode(await sealer.open(totp.secret, accountId), code, now());
    return step !== null && store.takeStep(accountId, step);
  }

  return {
    factorsOf,
    tell,

    /** Whether signing in requires more than the password. */
    async needed(accountId: string): Promise<boolean> {
      return (await store.totpOf(accountId)) !== null || (await passkeys.count(accountId)) > 0;
    },

    /**
     * Checks what was typed at log-in: six digits of the app, or a recovery code. Either is valid once.
     *
     * @param device hash of the browser's cookie when the account knows the browser: strangers do not use up its
     * guesses
     * @throws PasswordsBusyError when too many hashes are waiting
     */
    async check(account: Account, tenantId: TenantId, typed: string, device: string | null): Promise<CodeResult> {
      const { accountId } = account;
      const key = `second factor ${accountId}${device === null ? '' : ` ${device}`}`;
      const windows = [
        [`${key} quarter`, QUARTER_MS, PER_QUARTER],
        [`${key} day`, DAY_MS, PER_DAY],
      ] as const;
      for (const [name, length, limit] of windows) {
        const { count, endsAt } = await attempts.take(name, length);
        if (count > limit) return { wait: Math.max(1, endsAt.getTime() - now()) };
      }
      const digits = digitsOf(typed);
      const recoveryCode = asRecoveryCode(typed);
      if (/^\d{6}$/.test(digits)) {
        if (!(await totpIsRight(accountId, digits))) return { wrong: true };
      } else if (recoveryCode !== null) {
        if (!(await store.takeRecoveryCode(accountId, await hashRecoveryCode(accountId, recoveryCode))))
          return { wrong: true };
        const count = await store.recoveryCodesLeft(accountId);
        await tell(account, tenantId, secondFactorTexts.mailCodeUsed({ count }));
      } else return { wrong: true };
      await Promise.all(windows.map(([name]) => attempts.clear(name)));
      return { right: recoveryCode === null ? 'totp' : 'recovery-code' };
    },

    /**
     * Sets up an app when the first code is right.
     *
     * @param secret base32, as it was shown
     * @returns the recovery codes to show, or null when earlier ones stay
     */
    async addTotp(
      account: Account,
      tenantId: TenantId,
      secret: string,
      typed: string,
    ): Promise<{ recoveryCodes: string[] | null } | 'wrong' | 'there-already'> {
      const { accountId } = account;
      const step = stepOfCode(secret, digitsOf(typed), now());
      if (step === null) return 'wrong';
      if (!(await store.addTotp(accountId, await sealer.seal(secret, accountId), step))) return 'there-already';
      await tell(account, tenantId, secondFactorTexts.mailAppAdded);
      return { recoveryCodes: await this.recoveryCodesIfNone(accountId) };
    },

    async removeTotp(account: Account, tenantId: TenantId): Promise<void> {
      if (!(await store.removeTotp(account.accountId))) return;
      if ((await passkeys.count(account.accountId)) === 0) await store.replaceRecoveryCodes(account.accountId, []);
      await tell(account, tenantId, secondFactorTexts.appRemoved);
    },

    /** Codes for an account that got its first second factor; null when it has some. */
    async recoveryCodesIfNone(accountId: string): Promise<string[] | null> {
      return (await store.recoveryCodesLeft(accountId)) > 0 ? null : makeRecoveryCodes(accountId);
    },

    /** Deletes the recovery codes when there is no second factor any more. */
    async dropRecoveryCodesIfUseless(accountId: string): Promise<void> {
      if (!(await this.needed(accountId))) await store.replaceRecoveryCodes(accountId, []);
    },

    /** Replaces all codes. @returns the new ones as they are shown, this once */
    async renewRecoveryCodes(account: Account, tenantId: TenantId): Promise<string[]> {
      const codes = await makeRecoveryCodes(account.accountId);
      await tell(account, tenantId, secondFactorTexts.mailRenewed);
      return codes;
    },
  };
}

export type SecondFactors = ReturnType<typeof secondFactors>;

/** Encrypts the secrets of authenticator apps at rest. */
export function totpSealer(secrets: SealingSecrets): Sealer {
  return sealerOf('academy identity second factor', (text) => /^[A-Z2-7]+$/.test(text), secrets);
}

/**
 * Stores all secrets of apps as the present key secret requires.
 *
 * @param skipClosed skips those that cannot be decrypted any more
 * @returns how many were changed, and how many cannot be decrypted
 * @throws SealedError when one cannot be decrypted and none is to be skipped
 */
export async function resealTotp(
  store: Pick<SecondFactorStore, 'allTotp' | 'replaceTotpSecret'>,
  sealer: Sealer,
  skipClosed = false,
): Promise<{ changed: number; closed: number }> {
  const counts = { changed: 0, closed: 0 };
  for (const { accountId, secret } of await store.allTotp()) {
    if (await sealer.isCurrent(secret, accountId)) continue;
    try {
      const resealed = await sealer.seal(await sealer.open(secret, accountId), accountId);
      await store.replaceTotpSecret(accountId, secret, resealed);
      counts.changed += 1;
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      if (!skipClosed) throw new SealedError(`The second factor of account ${accountId}: ${error.message}`);
      counts.closed += 1;
    }
  }
  return counts;
}

/** The digits without the spaces of apps, and from the full-width form of Asian keyboards. */
function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/\s/g, '');
}
