import type { LabPlace } from '@academy/content/built-item';
import type { LabProviderName } from '@academy/contract/labs';
import type { ItemsStore } from '../catalogue/items.store.ts';
import type { TenantScope } from '../scope.ts';

/** Names what runs a lab of a tenant; null where none can be started. */
export type LabProviderOf = (tenantId: string, lab: LabPlace) => LabProviderName | null;

/** What a lesson or guide says of its lab. */
export interface OpenLab {
  /** Whether there is something to open: pages that are published here, or a platform that runs the lab. */
  hasLab: boolean;
  /** What runs the lab; null where it cannot be started. */
  labProvider: LabProviderName | null;
}

export type OpenLabOf = (tenantId: TenantScope, lab: LabPlace | null) => Promise<OpenLab>;

const NOTHING: OpenLab = { hasLab: false, labProvider: null };

/** Finds what learners can open of a lab. A portal runs labs whose pages are not published here. */
export const openLabOf =
  (items: ItemsStore, labProviderOf: LabProviderOf): OpenLabOf =>
  async (tenantId, lab) => {
    if (lab === null) return NOTHING;
    const labProvider = labProviderOf(tenantId, lab);
    if (lab.workshop === null) return lab.labUrl === null ? NOTHING : { hasLab: true, labProvider };
    const isRun = labProvider === 'educates' || (await items.byIds(tenantId, 'workshop', [lab.workshop])).length > 0;
    return isRun ? { hasLab: true, labProvider } : NOTHING;
  };
