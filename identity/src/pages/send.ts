import type { ServerResponse } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { type Brand, type Brands, homeOf } from '../brands.ts';
import { contentSecurityPolicy } from '../headers.ts';
import { switchFor } from '../language.ts';
import { assetsOf, type PageParts, page } from './layout.ts';
import { type Notice, noticePage, notices, signedOutPage, signOutPage } from './pages.ts';
import { signInPageTexts } from './sign-in-page-texts.ts';

/** Pages that the provider library asks us to render into its replies. */
export interface EnginePages {
  /** @param error the thrown error */
  error(ctx: KoaContextWithOIDC, code: string, error: unknown): void;
  confirmSignOut(ctx: KoaContextWithOIDC, form: string): void;
  signedOut(ctx: KoaContextWithOIDC): void;
}

export interface Pages {
  send(res: ServerResponse, status: number, parts: PageParts): void;
  notice(res: ServerResponse, status: number, brand: Brand, notice: Notice, reference?: string): void;
}

/** Writes pages to plain responses. */
export function pagesOf(brands: Brands, mountPath: string): Pages {
  function send(res: ServerResponse, status: number, parts: PageParts): void {
    const { markup, style } = page(parts, mountPath, switchFor(res.req));
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(markup),
      'content-security-policy': contentSecurityPolicy(brands, style),
      'cache-control': 'no-store',
    });
    res.end(markup);
  }
  return {
    send,
    notice: (res, status, brand, notice, reference) =>
      send(res, status, {
        brand,
        title: notice.title,
        content: noticePage(brand, homeOf(brand, undefined), notice, { reference }),
      }),
  };
}

/** The pages that the provider library requests within its own replies. */
export function enginePagesOf(
  brands: Brands,
  mountPath: string,
  referenceOf: (ctx: KoaContextWithOIDC) => string,
  noticeOf: (error: unknown) => Notice,
): EnginePages {
  function draw(ctx: KoaContextWithOIDC, parts: PageParts, inOther = switchFor(ctx.req)): void {
    const { markup, style } = page(parts, mountPath, inOther);
    ctx.type = 'html';
    ctx.set('content-security-policy', contentSecurityPolicy(brands, style));
    ctx.set('cache-control', 'no-store');
    ctx.body = markup;
  }
  const brandOf = (ctx: KoaContextWithOIDC) => brands.ofClient(ctx.oidc.client?.clientId);

  return {
    error(ctx, code, error) {
      const brand = brandOf(ctx);
      if (code === 'server_error') ctx.status = 503;
      const notice = code === 'server_error' ? noticeOf(error) : expired(ctx) ? notices().expired : notices().refused;
      const content = noticePage(brand, homeOf(brand, undefined), notice, { reference: referenceOf(ctx) });
      // Nothing of an address that was refused is shown or linked.
      draw(ctx, { brand, title: notice.title, content }, null);
    },

    confirmSignOut(ctx, form) {
      const brand = brandOf(ctx);
      const home = homeOf(brand, ctx.oidc.params?.post_logout_redirect_uri);
      draw(ctx, {
        brand,
        home,
        title: signInPageTexts.logOut,
        content: signOutPage(
          brand,
          home,
          form,
          brands.all.map((one) => one.tenant.name),
        ),
        // Any site can link here; only a visitor who comes from an academy is signed out without a question.
        ...(brands.origins.has(originOf(ctx.get('referer'))) ? { script: `${assetsOf(mountPath)}sign-out.js` } : {}),
      });
    },

    signedOut(ctx) {
      const brand = brandOf(ctx);
      draw(ctx, { brand, title: signInPageTexts.loggedOut, content: signedOutPage(brand, homeOf(brand, undefined)) });
    },
  };
}

/** The page for a return from a sign-in that was finished before, or has expired. */
function expired(ctx: KoaContextWithOIDC): boolean {
  return ctx.oidc.route === 'resume' || ctx.oidc.route === 'end_session_confirm';
}

function originOf(address: string): string {
  return URL.parse(address)?.origin ?? '';
}
