import { accountOwnerNews } from '../identity/owner-news.ts';
import { bindPersonalAccessTokens } from '../personal-access-tokens/personal-access-tokens.routes.ts';
import { personalAccessTokensService } from '../personal-access-tokens/personal-access-tokens.service.ts';
import type { AppContext } from './app-context.ts';

export function installPersonalAccessTokens({ calls, db, brandOf, mailQueued }: AppContext): void {
  const tokens = personalAccessTokensService(db, undefined, accountOwnerNews(brandOf));
  bindPersonalAccessTokens(calls, tokens, mailQueued);
}
