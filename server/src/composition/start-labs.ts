import { join } from 'node:path';
import { environmentsFolderOf } from '@academy/lab-host/environments/environments-folder';
import { OwnHostProblem, OwnLabHosts } from '@academy/lab-host/own/own-lab-hosts';
import { hasSandboxEngine, type LabEngineSettings, labEngineSettings } from '../labs/lab-engines.ts';
import { labImagesFolder } from '../labs/lab-images.ts';
import { StartProblem } from '../settings/start-problem.ts';
import { processIdentity } from '../values/processes.ts';
import type { Settings } from './settings.ts';
import type { Start } from './start-steps.ts';

export interface StartedLabs {
  engines: LabEngineSettings;
  /** Ends the lab host of this server where it belongs to one start alone; elsewhere the next server finds it. */
  end(): Promise<void>;
}

/** The engines of labs, with the lab hosts of the settings or one of this server's own. @throws StartProblem */
export async function startLabs(
  { settings, log, progress, started }: Start,
  version: string,
  hasPages: boolean,
): Promise<StartedLabs> {
  const engines = {
    ...labEngineSettings(settings),
    imagesFolder: labImagesFolder(settings.dataFolder, settings.labMachines),
    provesChecks: settings.labProofs === 'on',
  };
  if (!hasSandboxEngine(settings)) return { engines, end: async () => undefined };
  const { labHosts, labHostSecret } = settings;
  if (labHosts !== null && labHostSecret !== null) {
    const places = Object.entries(labHosts).map(([name, address]) => ({ name, address, secret: labHostSecret }));
    return { engines: { ...engines, hosts: () => places }, end: async () => undefined };
  }
  const own = new OwnLabHosts(ownTerms(settings, version, hasPages), processIdentity);
  // In `local` somebody has pressed Ctrl-C; a service is also started again, and its labs go on.
  const end = async () => {
    if (settings.environment === 'local') await own.close();
  };
  started.push(end);
  try {
    await own.ensure(progress);
  } catch (error) {
    if (error instanceof OwnHostProblem) throw new StartProblem(error.message, error.nextStep);
    throw error;
  }
  const onFailure = (error: unknown, what: string) => log.warn({ err: error }, what);
  return { engines: { ...engines, hosts: () => own.places(onFailure) }, end };
}

function ownTerms(settings: Settings, version: string, hasPages: boolean) {
  const { dataFolder, environment, labEnvironments, labImages } = settings;
  return {
    ...{ dataFolder, version, hasPages },
    environments: { folder: environmentsFolderOf(dataFolder, labEnvironments), images: labImages ?? {} },
    sessions: settings.labSandboxes,
    minutes: settings.labSandboxMinutes,
    memoryMegabytes: settings.labSandboxMegabytes,
    logFile: environment === 'local' ? join(dataFolder, 'lab-host.log') : null,
  };
}
