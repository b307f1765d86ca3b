import { ContentIdSchema } from '@academy/contract/entities';
import { type ContentKind, ContentKindSchema, listContent, type PublishedItem } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import { CommandProblem, EXIT, type Terminal, usageProblem } from '../command.ts';
import { type ApiAccess, apiAccess } from './api-access.ts';
import { callApi } from './api-client.ts';

/** Options of commands about one published item. */
export const ACCESS = {
  tenant: { type: 'string', value: '<tenant>', about: 'The academy; otherwise the beginning of the id tells it' },
  url: { type: 'string', value: '<url>', about: 'API base including /api/v1 (ACADEMY_API_URL; default: this machine)' },
  token: { type: 'string', value: '<token>', about: 'Token (ACADEMY_API_TOKEN; default: the local one)' },
  data: { type: 'string', value: '<folder>', about: 'Data folder whose local tokens are used' },
} as const;
/** Positional arguments of those commands. */
export const ITEM_WORDS = ['<kind>', '<slug or id>'] as const;

interface AccessValues {
  tenant?: string | undefined;
  url?: string | undefined;
  token?: string | undefined;
  data?: string | undefined;
}

/** The published item that a command is about. */
export interface Named {
  access: ApiAccess;
  tenantId: TenantId;
  kind: ContentKind;
  id: string;
  /** As the academy lists it; null when it was removed or never published. */
  published: PublishedItem | null;
}

/** Finds the item of two arguments: a kind, and a slug or id. */
export async function namedItem(
  values: AccessValues,
  [kindWord = '', name = '']: readonly string[],
  terminal: Terminal,
  command: string,
): Promise<Named> {
  const word = kindWord === 'instructors' ? 'instructor' : kindWord;
  const kind = v.safeParse(ContentKindSchema, word);
  if (!kind.success) {
    throw usageProblem(`"${kindWord}" is no kind; there are: ${ContentKindSchema.options.join(', ')}.`, command);
  }
  if (!v.is(ContentIdSchema, name)) throw usageProblem(`"${name}" is no slug or id.`, command);
  const tenants = [...(await loadTenants()).keys()];
  if (values.tenant !== undefined && !tenants.includes(values.tenant)) {
    throw usageProblem(`There is no tenant "${values.tenant}"; there are: ${tenants.join(', ')}.`, command);
  }
  const tenantId = values.tenant ?? tenants.find((tenant) => name.startsWith(`${tenant}-`));
  if (tenantId === undefined) {
    throw usageProblem(`"${name}" does not tell the academy; give --tenant (${tenants.join(', ')}).`, command);
  }
  const access = apiAccess({ url: values.url, token: values.token, data: values.data }, terminal, command);
  const answer = await callApi(access, tenantId, listContent, { query: { kind: kind.output } });
  const items = answer.ok ? answer.data.result : [];
  const item = items.find(({ id }) => id === name) ?? items.find(({ slug }) => slug === name);
  // A removed item is not listed, but its id has a history.
  return { access, tenantId, kind: kind.output, id: item?.id ?? name, published: item ?? null };
}

export function absent(kind: ContentKind, id: string, tenantId: TenantId): CommandProblem {
  return new CommandProblem(EXIT.failed, `${tenantId} has no ${kind} "${id}".`, 'Check its name and --tenant.');
}
