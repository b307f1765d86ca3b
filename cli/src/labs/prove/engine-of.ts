import type { LabProviderName } from '@academy/contract/labs';
import { labProviderOf } from '@academy/server/labs/lab-engines';
import type { LoadedLab } from './load-lab.ts';

/** The engines in which labs can be proved. */
export const PROVING_ENGINES = ['browser', 'sandbox'] as const;
export type ProvingEngine = (typeof PROVING_ENGINES)[number];

export const isProving = (engine: LabProviderName): engine is ProvingEngine =>
  PROVING_ENGINES.some((one) => one === engine);

interface EngineTerms {
  /** `--engine`. */
  chosen: ProvingEngine | null;
  /** ACADEMY_LAB_ENGINES: the engine of each tenant. */
  engines: Readonly<Record<string, string>>;
}

/** The engine of a lab: the chosen one, the one that its environment needs, or that of its academy. */
export function engineOf(
  { id, tenantId, data }: Pick<LoadedLab, 'id' | 'tenantId' | 'data'>,
  { chosen, engines }: EngineTerms,
): LabProviderName {
  if (chosen !== null) return chosen;
  const { environment = null } = data;
  if (environment !== null) return environment === 'browser' ? 'browser' : 'sandbox';
  return labProviderOf(engines)(tenantId, { workshop: id, labUrl: null }) ?? 'external';
}
