import type { Finding } from '@academy/contract/findings';
import { type ContentKind, listContent, type PublishedItem } from '@academy/contract/publishing';
import { listContentVersions } from '@academy/contract/publishing-history';
import type { TenantId } from '@academy/contract/tenants';
import { CommandProblem, EXIT } from '../command.ts';
import type { ApiAccess } from './api-access.ts';
import { callApi } from './api-client.ts';
import type { Place } from './places.ts';

/** The academies' published items, requested once for each academy. */
export interface Published {
  list(tenantId: TenantId): Promise<PublishedItem[]>;
  /** The requested academies of which the token sees only a part. */
  partial(): Promise<ReadonlySet<TenantId>>;
  /** Null when it was never published or was removed. */
  item(tenantId: TenantId, kind: ContentKind, id: string): Promise<PublishedItem | null>;
}

export function published(access: ApiAccess): Published {
  const lists = new Map<TenantId, Promise<Map<string, PublishedItem>>>();
  const partial = new Set<TenantId>();
  const ask = async (tenantId: TenantId) => {
    const answer = await callApi(access, tenantId, listContent, {});
    if (!answer.ok)
      throw new CommandProblem(EXIT.unreachable, answer.text, 'Check --url and the version of the server.');
    if (!answer.data.isWhole) partial.add(tenantId);
    return new Map(answer.data.result.map((item) => [`${item.kind} ${item.id}`, item]));
  };
  const listOf = (tenantId: TenantId) => {
    const known = lists.get(tenantId) ?? ask(tenantId);
    lists.set(tenantId, known);
    return known;
  };
  return {
    async partial() {
      await Promise.all(lists.values());
      return partial;
    },
    list: async (tenantId) => [...(await listOf(tenantId)).values()],
    item: async (tenantId, kind, id) => (await listOf(tenantId)).get(`${kind} ${id}`) ?? null,
  };
}

/**
 * The version that the author's copy is based on, for the server to compare: the academy's present one, except where
 * that was published from a commit which the copy does not contain. Then it is 0, so that only identical content
 * passes.
 */
export async function baseOf(current: PublishedItem | null, { git }: Pick<Place, 'git'>): Promise<number> {
  if (current === null) return 0;
  const commit = current.source?.commit ?? null;
  return commit === null || git === null || (await git.contains(commit)) ? current.version : 0;
}

/** Names the version that conflicts with the author's. */
export async function conflictFinding(
  access: ApiAccess,
  tenantId: TenantId,
  item: { kind: ContentKind; id: string; file: string },
  { git }: Pick<Place, 'git'>,
): Promise<Finding> {
  const { kind, id, file } = item;
  const answer = await callApi(access, tenantId, listContentVersions, { params: { kind, id }, query: { limit: '1' } });
  const newest = answer.ok ? answer.data.result[0] : undefined;
  const theirs =
    newest === undefined
      ? 'the academy has another version'
      : [
          `the academy has version ${newest.version}`,
          newest.source?.commit ? `of commit ${short(newest.source.commit)}` : 'of no known commit',
          `published by ${newest.publishedBy ?? 'the academy itself'} at ${newest.publishedAt}`,
        ].join(' ');
  const yours =
    git === null ? 'yours is not based on it' : `yours is of commit ${short(git.head)}, which is not based on it`;
  const message = `${theirs}; ${yours}. Get the newer state first, or publish over it with --force`;
  return { file, line: 1, severity: 'fatal', code: 'version-conflict', message };
}

function short(commit: string): string {
  return commit.slice(0, 12);
}
