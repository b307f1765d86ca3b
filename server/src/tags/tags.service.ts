import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import type { Tenant } from '@academy/contract/tenants';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { TopicNames } from '../catalogue/categories.ts';
import type { ItemsStore } from '../catalogue/items.store.ts';
import { versionedCache } from '../catalogue/versioned-cache.ts';
import { scopeOf } from '../values/scope.ts';
import { spelled } from './spelled-words.ts';

/** Display names of topics. */
export function tagsService(items: ItemsStore, versions: ReadVersions) {
  const names = versionedCache<TopicNames>(versions);
  return {
    /** The brand's own names, overridden by the published tags; other topics in their usual spelling. */
    topicNames(tenant: Tenant): Promise<TopicNames> {
      const tenantId = scopeOf(tenant);
      return names(tenantId, 'topics', async () => {
        const [sets, topics] = await Promise.all([items.live(tenantId, 'tags'), items.topics(tenantId)]);
        const merged: Record<string, string> = Object.assign(Object.create(null), tenant.topicNames);
        const given = new Set(Object.keys(merged));
        for (const { slug, name } of sets.flatMap(({ data }) => data.tags)) {
          const topic = normaliseOption(slug);
          given.add(topic);
          // Every page contains these names: those equal to the default are left out.
          if (titleOfOption(topic, merged) !== name) merged[topic] = name;
        }
        for (const topic of topics.map(normaliseOption)) {
          const name = spelled(topic);
          if (!given.has(topic) && titleOfOption(topic) !== name) merged[topic] = name;
        }
        return merged;
      });
    },
  };
}

export type TagsService = ReturnType<typeof tagsService>;
