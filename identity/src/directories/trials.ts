import type { IncomingMessage, ServerResponse } from 'node:http';
import { redirect } from '../account-area.ts';
import type { Brands } from '../brands.ts';
import type { BrowserCookies } from '../browser-cookies.ts';
import type { Log } from '../log.ts';
import { notices } from '../pages/pages.ts';
import type { Pages } from '../pages/send.ts';
import type { RequestContext } from '../request.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { factsIn } from './claims.ts';
import type { Directories } from './directories.ts';
import type { DirectoriesStore, Directory, DirectoryKind, DirectoryProtocol } from './directory.ts';
import { trialPage } from './directory-pages.ts';
import type { Departure } from './directory-states.ts';
import { directoryTexts } from './directory-texts.ts';
import { reasonOf } from './reason-of.ts';

export interface TrialsOptions {
  companies: Directories;
  own: DirectoriesStore;
  protocols: Readonly<Record<DirectoryKind, DirectoryProtocol>>;
  brands: Brands;
  cookies: BrowserCookies;
  pages: Pages;
  log: Log;
}

/** Log-ins of administrators that show what a directory sent, and store nothing. */
export function trials({ companies, own, protocols, brands, cookies, pages, log }: TrialsOptions) {
  const { away } = companies;

  return {
    /** @param ticket of the administration, which works once */
    async start(res: ServerResponse, context: RequestContext, ticket: string, directoryId: string): Promise<void> {
      const directory = (await away.redeemTicket(ticket)) === directoryId ? await own.byId(directoryId) : null;
      if (directory === null) return pages.notice(res, 400, brands.fallback, notices().expired);
      const browser = newSecret();
      cookies.keepTrial(res, directoryId, browser);
      try {
        const expected = await away.leave(directoryId, { browser: hashSecret(browser) });
        redirect(res, await protocols[directory.kind].begin(directory, expected, { hint: null, fresh: false }));
      } catch (error) {
        log.info(
          { correlationId: context.correlationId, directoryId, reason: reasonOf(error) },
          'a directory was tried in vain',
        );
        notWorking(res, directory, error);
      }
    },

    async end(
      req: IncomingMessage,
      res: ServerResponse,
      query: URLSearchParams,
      browser: string,
      departure: Departure,
    ): Promise<void> {
      const state = query.get('state') ?? '';
      const shown = cookies.trial(req);
      const directory = await own.byId(departure.directoryId);
      if (directory === null || shown === null || hashSecret(shown) !== browser || !(await away.use(state)))
        return pages.notice(res, 400, brands.fallback, notices().expired);
      try {
        const { claims } = await protocols[directory.kind].redeem(directory, query, { ...departure, state });
        pages.send(res, 200, {
          brand: brands.fallback,
          title: directoryTexts.tryTitle({ directory: directory.name }),
          content: trialPage(directory, claims, await companies.decided(directory, claims), factsIn(claims, directory)),
        });
      } catch (error) {
        notWorking(res, directory, error);
      }
    },
  };

  /** The reason is for the administrator who tries it: replies of providers to log-ins of others are only logged. */
  function notWorking(res: ServerResponse, { name }: Directory, error: unknown): void {
    const text = directoryTexts.tryFailed({ reason: reasonOf(error) });
    pages.notice(res, 200, brands.fallback, { title: directoryTexts.tryTitle({ directory: name }), text });
  }
}
