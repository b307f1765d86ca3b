import type { BuiltWorkshop } from '@academy/content/built-item';
import type { LabContent } from '@academy/contract/labs';
import type { LabIngress } from '@academy/contract/rules/lab-address';
import type { WantedEnvironment } from '@academy/contract/rules/lab-environments';
import type { ReadVersions } from '../catalogue/catalogue-version.ts';
import type { CatalogueItem, ItemsStore } from '../catalogue/items.store.ts';
import { retryOnStaleRead, STALE } from '../catalogue/stale-reads.ts';
import type { TenantScope } from '../values/scope.ts';

interface Workshop {
  item: CatalogueItem<'workshop'>;
  body: BuiltWorkshop['body'];
}

/** Fails, so that its learner and the log of the server are told. */
const FILES_MISSING = {
  path: 'setup.d/00-files.sh',
  text: '# Files that this lab names could not be fetched when it was published.\nexit 1\n',
};

/** Published workshops of labs. */
export function labContents({ items, versions }: { items: ItemsStore; versions: ReadVersions }) {
  return {
    /** A workshop by its name; null when it is not published here. */
    workshop(tenantId: TenantScope, name: string): Promise<Workshop | null> {
      return retryOnStaleRead(versions, tenantId, async () => {
        const [item] = await items.byIds(tenantId, 'workshop', [name]);
        if (item === undefined) return null;
        const body = await items.body(tenantId, 'workshop', item);
        return body === null ? STALE : { item, body };
      });
    },

    /** Where a workshop wants to run; null when it is not published here. */
    async wanted(tenantId: TenantScope, name: string | null): Promise<WantedEnvironment | null> {
      const [found] = name === null ? [] : await items.byIds(tenantId, 'workshop', [name]);
      return found === undefined ? null : { environment: found.data.environment ?? null, image: found.data.image };
    },

    /** What a sandbox of a lab begins with besides its files; null when the workshop is not published here. */
    async setup(tenantId: TenantScope, name: string) {
      const found = await this.workshop(tenantId, name);
      if (found === null) return null;
      const { packs = [], scripts = [], lacksFiles = false } = found.body;
      const { env, parameters } = found.item.data;
      return { packs, scripts: lacksFiles ? [FILES_MISSING, ...scripts] : scripts, env, parameters };
    },

    /**
     * Pages, files and tests of a lab, without its solution; null when the workshop is not published here.
     *
     * @param ports names that its environment gives to ports, for those that the workshop does not name
     */
    async content(tenantId: TenantScope, name: string, ports: readonly LabIngress[] = []): Promise<LabContent | null> {
      const found = await this.workshop(tenantId, name);
      if (found === null) return null;
      const { item, body } = found;
      return {
        title: item.title,
        pages: body.pages.map(({ name: page, title, html, exitSign, actions }) => ({
          name: page,
          title,
          html,
          exitSign,
          // How an action is proved may contain the solution.
          actions: actions.map(({ name: action, known, settings: { prove: _prove, ...settings } }) => ({
            ...{ name: action, known, settings },
          })),
        })),
        tests: body.tests,
        files: body.files,
        ...(body.packs !== undefined || body.lacksFiles === true ? { namesFiles: true } : {}),
        dashboards: item.data.dashboards.flatMap((tab) => (tab.url === null ? [] : [{ name: tab.name, url: tab.url }])),
        ingresses: withNames(item.data.ingresses, ports),
        hasSolution: (body.solution ?? []).length > 0,
      };
    },
  };
}

/** Names of ports, those of the workshop first. */
const withNames = (own: readonly LabIngress[], others: readonly LabIngress[]): LabIngress[] => [
  ...own,
  ...others.filter(({ name }) => !own.some((one) => one.name === name)),
];

export type LabContents = ReturnType<typeof labContents>;
