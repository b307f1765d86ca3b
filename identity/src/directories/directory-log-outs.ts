import type { IncomingMessage, ServerResponse } from 'node:http';
import { redirect } from '../account-area.ts';
import type { Brands } from '../brands.ts';
import type { IdentityStore } from '../identity-store.ts';
import type { Log } from '../log.ts';
import { notices } from '../pages/pages.ts';
import type { Pages } from '../pages/send.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { type DirectoriesStore, type DirectoryKind, type DirectoryProtocol, directoryAddress } from './directory.ts';
import { logOutPage } from './directory-pages.ts';
import { directoryTexts } from './directory-texts.ts';
import { reasonOf } from './reason-of.ts';

/** The directory of a session, by the session's uid. */
const SESSION = 'DirectorySession';
const LOG_OUT = 'DirectoryLogOut';
/** Longer than any session, ms. */
const SESSION_LIFETIME_MS = 31 * 24 * 60 * 60_000;
const LOG_OUT_LIFETIME_MS = 15 * 60_000;

/** The directory in which a session began. */
export interface SessionOrigin {
  directoryId: string;
  /** What its log-out needs; null where it has none. */
  logOutHint: string | null;
}

export interface DirectoryLogOutsOptions {
  artifacts: IdentityStore['artifacts'];
  own: DirectoriesStore;
  protocols: Readonly<Record<DirectoryKind, DirectoryProtocol>>;
  brands: Brands;
  pages: Pages;
  issuer: string;
  log: Log;
  now: () => number;
}

/** Carries a log-out on to the directory in which the session began. The session at the academy has ended by then. */
export function directoryLogOuts(options: DirectoryLogOutsOptions) {
  const { artifacts, own, protocols, brands, pages, issuer, log, now } = options;

  function row(payload: object, lifetimeMs: number) {
    return { payload: { ...payload }, grantId: null, uid: null, expiresAt: new Date(now() + lifetimeMs) };
  }
  async function begun(req: IncomingMessage, directoryId: string) {
    const state = new URL(req.url ?? '', issuer).searchParams.get('state') ?? '';
    const found = (await artifacts.find(LOG_OUT, hashSecret(state)))?.payload as
      | { directoryId: string; hint: string; home: string }
      | undefined;
    return found?.directoryId === directoryId ? { ...found, state } : null;
  }

  return {
    /** Remembers in which directory a session began; null: in none. */
    async noteOrigin(session: { uid: string; accountId: string }, origin: SessionOrigin | null): Promise<void> {
      const { uid, accountId } = session;
      if (origin === null) return artifacts.destroy(SESSION, uid);
      await artifacts.upsert(SESSION, uid, row({ accountId, ...origin }, SESSION_LIFETIME_MS));
    },

    /**
     * Where the log-out of a session goes on.
     *
     * @param home page of the academy to which it leads in the end
     * @returns null when the session began in no directory, or in one without a log-out
     */
    async next(sessionUid: string, home: string): Promise<string | null> {
      const origin = (await artifacts.find(SESSION, sessionUid))?.payload as SessionOrigin | undefined;
      await artifacts.destroy(SESSION, sessionUid);
      if (origin === undefined || origin.logOutHint === null) return null;
      const { directoryId, logOutHint: hint } = origin;
      if ((await own.byId(directoryId))?.isActive !== true) return null;
      const state = newSecret();
      await artifacts.add(LOG_OUT, hashSecret(state), row({ directoryId, hint, home }, LOG_OUT_LIFETIME_MS));
      return `${directoryAddress(issuer, directoryId)}log-out?state=${state}`;
    },

    /** The page that leads on to the directory. */
    async leave(req: IncomingMessage, res: ServerResponse, directoryId: string): Promise<void> {
      const found = await begun(req, directoryId);
      const directory = await own.byId(directoryId);
      if (found === null || directory === null) return pages.notice(res, 400, brands.fallback, notices().expired);
      const { home, hint, state } = found;
      const address = `${directoryAddress(issuer, directoryId)}logged-out`;
      const to = await protocols[directory.kind].logOut(directory, hint, { address, state }).catch((error: unknown) => {
        log.warn({ directoryId, reason: reasonOf(error) }, 'the log-out of a directory cannot be reached');
        return null;
      });
      if (to === null) return redirect(res, home);
      // Not by a redirect: browsers apply `form-action` to all redirects after the form of the log-out.
      res.setHeader('refresh', `0; url=${to}`);
      pages.send(res, 200, {
        brand: brands.ofAddress(home),
        title: directoryTexts.logOutTitle({ directory: directory.name }),
        content: logOutPage(directory, to, home),
      });
    },

    /** Back from the directory. */
    async end(req: IncomingMessage, res: ServerResponse, directoryId: string): Promise<void> {
      const found = await begun(req, directoryId);
      if (found === null) return pages.notice(res, 200, brands.fallback, notices().expired);
      await artifacts.destroy(LOG_OUT, hashSecret(found.state));
      redirect(res, found.home);
    },
  };
}

export type DirectoryLogOuts = ReturnType<typeof directoryLogOuts>;
