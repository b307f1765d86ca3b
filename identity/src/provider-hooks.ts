import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { type Brands, homeOf } from './brands.ts';
import type { DirectoryLogOuts, SessionOrigin } from './directories/directory-log-outs.ts';
import type { IdentityStore } from './identity-store.ts';
import { refreshSuccessors } from './refresh-successor.ts';

export interface HookOptions {
  store: IdentityStore;
  brands: Brands;
  logOuts: Pick<DirectoryLogOuts, 'noteOrigin' | 'next'>;
}

/** What the library has no settings for. */
export function addHooks(provider: Provider, options: HookOptions): void {
  giveSameSuccessor(provider, options);
  leadHome(provider, options);
  noteOrigin(provider, options);
}

/**
 * The library has no setting for the value of a rotated refresh token: it is set before the library saves the token.
 */
function giveSameSuccessor(provider: Provider, { store }: HookOptions): void {
  const { newest } = refreshSuccessors(store.artifacts);
  const { prototype } = provider.RefreshToken;
  const { save } = prototype;
  prototype.save = async function (this: InstanceType<Provider['RefreshToken']>) {
    const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    const next = used === undefined ? null : await newest(used.jti);
    if (next !== null) this.jti = next;
    return save.call(this);
  };
}

/**
 * A log-out leads back to an origin, which clients register without languages: the person comes to its home page in the
 * language of the log-out, by way of the directory in which the session began.
 */
function leadHome(provider: Provider, { brands, logOuts }: HookOptions): void {
  provider.use(async (ctx, next) => {
    await next();
    const { route, client, session } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
    const to = ctx.response.get('location');
    if (route !== 'end_session_confirm' || client?.postLogoutRedirectUris?.includes(to) !== true) return;
    const home = homeOf(brands.ofClient(client.clientId), to);
    ctx.redirect((session === undefined ? null : await logOuts.next(session.uid, home)) ?? home);
  });
}

/** Remembers in which directory a session began; null: by a log-in of the academy itself. Absent: nobody logged in. */
function noteOrigin(provider: Provider, { logOuts }: HookOptions): void {
  provider.use(async (ctx, next) => {
    await next();
    const { route, result, session } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
    const origin = result?.directory as SessionOrigin | null | undefined;
    const accountId = session?.accountId;
    if (route !== 'resume' || origin === undefined || session === undefined || accountId === undefined) return;
    await logOuts.noteOrigin({ uid: session.uid, accountId }, origin);
  });
}
