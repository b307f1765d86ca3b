import type { IdentityStore } from './identity-store.ts';
import { sealerOf } from './sealing.ts';
import { hashSecret, newSecret } from './secrets.ts';

/**
 * Finds the successor of a used refresh token: the same one for every call within the grace period, on every server, so
 * that a grant never has two valid chains of tokens. The successor is random and is stored with the used token,
 * encrypted with a key derived from the used token: neither the database alone nor an old token alone reveals it.
 */
export function refreshSuccessors(store: IdentityStore['artifacts']) {
  return {
    /**
     * The newest token of the chain: used tokens in between are followed. The caller checks that the used token is
     * within its grace period; those after it were used later.
     *
     * @returns null when the used token does not exist
     */
    async newest(used: string): Promise<string | null> {
      let token = used;
      for (;;) {
        const id = hashSecret(token);
        // The presented token is the key.
        const sealer = sealerOf('academy refresh token', () => false, { secret: token });
        const sealed = await store.keepSuccessor(id, await sealer.seal(newSecret(), id));
        if (sealed === null) return null;
        const next = await sealer.open(sealed, id);
        const row = await store.find('RefreshToken', hashSecret(next));
        if (row === null || row.consumedAt === null) return next;
        token = next;
      }
    },
  };
}
