import type { LabPlace } from '@academy/content/built-item';
import type { LabProviderName } from '@academy/contract/labs';
import type { TenantScope } from '../values/scope.ts';
import type { ItemsStore } from './items.store.ts';

/** Names the engine of a tenant's lab; null where it cannot be started. */
export type LabProviderOf = (
  tenantId: string,
  lab: LabPlace & { environment?: string | null },
) => LabProviderName | null;

/** The lab fields of a lesson or guide. */
export interface OpenLab {
  /** Whether there is something to open: pages that are published here, or a platform that runs the lab. */
  hasLab: boolean;
  /** Engine of the lab; null where it cannot be started. */
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
    if (labProvider === 'educates') return { hasLab: true, labProvider };
    const [workshop] = await items.byIds(tenantId, 'workshop', [lab.workshop]);
    if (workshop === undefined) return NOTHING;
    const environment = workshop.data.environment ?? null;
    return { hasLab: true, labProvider: labProviderOf(tenantId, { ...lab, environment }) };
  };
