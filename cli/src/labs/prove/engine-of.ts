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

/** Whether a lab needs more than its folder: what it brings along from elsewhere, or start-up scripts. */
export const needsSetUp = ({ sources, scripts }: Pick<LoadedLab, 'sources' | 'scripts'>): boolean =>
  sources.files.length + sources.packages.length + scripts.length > 0;

/** The engine of a lab: the chosen one, the one that its environment or files need, or that of its academy. */
export function engineOf(
  { id, tenantId, data, sources, scripts }: Pick<LoadedLab, 'id' | 'tenantId' | 'data' | 'sources' | 'scripts'>,
  { chosen, engines }: EngineTerms,
): LabProviderName {
  if (chosen !== null) return chosen;
  const { environment = null } = data;
  if (environment !== null) return environment === 'browser' ? 'browser' : 'sandbox';
  if (needsSetUp({ sources, scripts })) return 'sandbox';
  return labProviderOf(engines)(tenantId, { workshop: id, labUrl: null }) ?? 'external';
}
