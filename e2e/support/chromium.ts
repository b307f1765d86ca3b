import { existsSync } from 'node:fs';

/** The Chromium that the command line chose, or the machine's own; undefined lets Playwright take the one it keeps. */
export function findChromium(): string | undefined {
  const named = process.env.ACADEMY_CHROMIUM || process.env.CHROMIUM;
  if (named) return named;
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
}
