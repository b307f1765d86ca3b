import { createDirectoryToken, deleteDirectoryToken, listDirectoryTokens } from '@academy/contract/directories-tokens';
import type { CallTable } from '../calls/bind.ts';
import type { DirectoryTokensService } from './directories-tokens.service.ts';

export function bindDirectoryTokens(calls: CallTable, tokens: DirectoryTokensService): void {
  calls.bind(listDirectoryTokens, ({ params }) => tokens.of(params.directoryId));
  calls.bind(createDirectoryToken, ({ scope, params, body }) => tokens.create(scope, params.directoryId, body.days));
  calls.bind(deleteDirectoryToken, async ({ scope, params }) => {
    await tokens.remove(scope, params.directoryId, params.tokenId);
    return { deleted: params.tokenId };
  });
}
