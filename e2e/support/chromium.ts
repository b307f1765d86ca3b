import { existsSync } from 'node:fs';

/** The Chromium that the command line chose, or the machine's own; undefined lets Playwright take the one it keeps. */
export function findChromium(): string | undefined {
  const named = process.env.ACADEMY_CHROMIUM || process.env.CHROMIUM;
  if (named) return named;
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((path) => existsSync(path));
}
