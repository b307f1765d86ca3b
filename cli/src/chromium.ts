import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartProblem } from '@academy/server/settings/start-problem';
import { installPackage } from './install-package.ts';
import { ROOT } from './paths.ts';
import { findProgram, runProgram } from './run-program.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The same browser without a user interface: a page needs about a third of the CPU time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];

interface Wanted {
  /** Prefers the headless shell where there is one or one can be installed. */
  headlessShell?: boolean;
}

/**
 * The Chromium for the journeys: the one of ACADEMY_CHROMIUM, the machine's own, or Playwright's. When there is none it
 * is installed, by the package manager for root and by Playwright otherwise.
 *
 * @throws StartProblem when there is none and none can be installed
 */
export async function ensureChromium(log: (line: string) => void, wanted: Wanted = {}): Promise<string> {
  const given = process.env.ACADEMY_CHROMIUM;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new StartProblem(
      `ACADEMY_CHROMIUM names ${given}, which does not exist.`,
      'Correct the variable or leave it out.',
    );
  }
  if (wanted.headlessShell === true) {
    const shell = findProgram(SHELLS) ?? (await installPackage('chromium-headless-shell', SHELLS, log));
    if (shell !== null) return shell;
  }
  const found = findChromium() ?? (await installPackage('chromium', NAMES, log));
  if (found !== null) return found;
  log("Downloading Playwright's Chromium (first time only)");
  const { code } = await runProgram('playwright', ['install', 'chromium'], { output: 'keep' });
  const downloaded = findChromium();
  if (code === 0 && downloaded !== null) return downloaded;
  throw new StartProblem(
    'There is no Chromium on this machine, and it could not be installed.',
    'Install Chromium with the package manager (such as "sudo apt-get install chromium"), or name one with ACADEMY_CHROMIUM.',
  );
}

function findChromium(): string | null {
  return findProgram(NAMES) ?? playwrightChromium();
}

/** Where Playwright keeps its own Chromium; null when it has none. */
function playwrightChromium(): string | null {
  try {
    const load = createRequire(join(ROOT, 'e2e/package.json'));
    const { chromium } = load('@playwright/test') as { chromium: { executablePath(): string } };
    const path = chromium.executablePath();
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}
