import type { IncomingMessage, ServerResponse } from 'node:http';
import { formOf, redirect } from '../account-area.ts';
import type { BrowserCookies } from '../browser-cookies.ts';
import { notices } from '../pages/pages.ts';
import type { RequestContext } from '../request.ts';
import { addressIn } from './claims.ts';
import { DIRECTORY_PAGE, type Directories } from './directories.ts';
import { type Directory, redirectUriOf } from './directory.ts';
import type { DirectoryLogOuts, DirectoryLogOutsOptions } from './directory-log-outs.ts';
import { directoryTexts } from './directory-texts.ts';
import { reasonOf } from './reason-of.ts';
import type { SamlProtocol } from './saml.ts';
import { trials } from './trials.ts';

/** Largest form of a SAML provider: a signed reply with the groups of a person. */
const REPLY_LIMIT_BYTES = 256 * 1024;

export interface DirectoryAddressesOptions extends DirectoryLogOutsOptions {
  companies: Directories;
  protocols: DirectoryLogOutsOptions['protocols'] & { saml: SamlProtocol };
  logOuts: DirectoryLogOuts;
  cookies: BrowserCookies;
}

/** Addresses of directories outside of a log-in: what providers redirect, post or ask. */
export function directoryAddresses(options: DirectoryAddressesOptions) {
  const { companies, own, protocols, brands, pages, issuer, log, logOuts } = options;
  const { away } = companies;
  const trial = trials(options);

  /** @param below `directory/{id}/callback` */
  return async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    below: string,
  ): Promise<void> {
    const [, directoryId = '', page] = BELOW.exec(below) ?? [];
    const query = new URL(req.url ?? '', issuer).searchParams;
    if (req.method === 'POST' && page === 'callback') return receive(req, res, context, directoryId);
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return pages.notice(res, 405, brands.fallback, notices().notFound);
    if (page === 'try') return trial.start(res, context, query.get('ticket') ?? '', directoryId);
    if (page === 'metadata') return metadata(res, directoryId);
    if (page === 'log-out') return logOuts.leave(req, res, directoryId);
    if (page === 'logged-out') return logOuts.end(req, res, directoryId);
    const departure = await away.find(query.get('state') ?? '');
    // Each directory has an address of its own: what comes back at another one was sent by another provider.
    if (departure === null || departure.directoryId !== directoryId)
      return pages.notice(res, 400, brands.fallback, notices().expired);
    if ('browser' in departure.of) return trial.end(req, res, query, departure.of.browser, departure);
    const { uid, tenantId } = departure.of;
    redirect(res, `${new URL(issuer).pathname}interaction/${tenantId}/${uid}/${DIRECTORY_PAGE}?${query}`);
  };

  /**
   * A SAML provider has the browser post its reply. The browser sends no cookies along with a form of another site: the
   * reply waits until it has followed the redirect.
   */
  async function receive(req: IncomingMessage, res: ServerResponse, context: RequestContext, directoryId: string) {
    const directory = await own.byId(directoryId);
    if (directory?.kind !== 'saml') return pages.notice(res, 405, brands.fallback, notices().notFound);
    const form = await formOf(req, res, REPLY_LIMIT_BYTES);
    if ('refused' in form) return pages.notice(res, form.refused, brands.fallback, notices().refused);
    const [reply, state] = [form.given.get('SAMLResponse') ?? '', form.given.get('RelayState') ?? ''];
    const departure = await away.find(state);
    if (departure === null || departure.directoryId !== directoryId)
      return beginHere(res, context, directory, reply, state);
    await protocols.saml.receive(directory, reply, { state, nonce: departure.nonce });
    redirect(res, `${redirectUriOf(issuer, directoryId)}?state=${state}`);
  }

  /**
   * A reply that no log-in waits for. Where the directory permits it, it leads to a log-in of the academy's own, which
   * asks the provider: so nobody is logged in to an account that somebody else has chosen for them.
   *
   * @param relayState names an academy by its address, and nothing else
   */
  async function beginHere(
    res: ServerResponse,
    { correlationId }: RequestContext,
    directory: Directory,
    reply: string,
    relayState: string,
  ): Promise<void> {
    const { directoryId, name } = directory;
    const refuse = (reason: string) => {
      log.info({ correlationId, directoryId, reason }, 'a reply that no log-in waits for was refused');
      return pages.notice(res, 400, brands.fallback, {
        title: directoryTexts.title({ directory: name }),
        text: directoryTexts.notBegun({ directory: name }),
      });
    };
    if (!directory.isActive || directory.saml?.beginsThere !== true) return refuse('log-ins do not begin there');
    try {
      const address = addressIn(await protocols.saml.unasked(directory, reply), directory);
      const query = 'email' in address ? `?${new URLSearchParams({ email: address.email })}` : '';
      redirect(res, `${brands.ofAddress(relayState).origin}/auth${query}`);
    } catch (error) {
      refuse(reasonOf(error));
    }
  }

  async function metadata(res: ServerResponse, directoryId: string): Promise<void> {
    const directory = await own.byId(directoryId);
    if (directory?.kind !== 'saml') return pages.notice(res, 404, brands.fallback, notices().notFound);
    const xml = protocols.saml.metadata(directory);
    res.writeHead(200, { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'no-store' });
    res.end(xml);
  }
}

const BELOW = /^directory\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(callback|try|metadata|log-out|logged-out)$/;
/** Whether a path below the mount is one of those outside of a log-in. */
export const isDirectoryPath = (below: string): boolean => BELOW.test(below);
