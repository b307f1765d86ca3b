import { chosenEnvironment } from '@academy/contract/rules/lab-environments';
import { imagesOf } from '@academy/lab-host/environments/environment-registry';
import type { StoredEnvironment } from '@academy/lab-host/environments/environments-folder';
import type { Settings } from '@academy/server/composition/settings';
import { withDatabase } from '../database-access.ts';

/** Workshops that readers can reach, with what they say of where they run. */
const WORKSHOPS = `select tenant_id as "tenantId", id, data ->> 'environment' as environment, data ->> 'image' as image
  from content_item
  where kind = 'workshop' and removed_at is null and status in ('live', 'unlisted')
  order by 1, 2`;

/**
 * The published labs that each environment is for: `spring/weigh-the-leaves`, by the name of the environment.
 *
 * @throws CommandProblem when the database cannot be reached
 */
export async function labsThatUse(
  settings: Settings,
  environments: readonly StoredEnvironment[],
): Promise<Map<string, string[]>> {
  const { rows } = await withDatabase(settings, ({ pool }) =>
    pool.query<{ tenantId: string; id: string; environment: string | null; image: string | null }>(WORKSHOPS),
  );
  const names = environments.map(({ name }) => name);
  const images = imagesOf(environments, settings.labImages ?? {});
  const users = new Map<string, string[]>();
  for (const { tenantId, id, environment, image } of rows) {
    const chosen = chosenEnvironment({ environment, image }, { names, images });
    if (chosen !== null) users.set(chosen.name, [...(users.get(chosen.name) ?? []), `${tenantId}/${id}`]);
  }
  return users;
}
