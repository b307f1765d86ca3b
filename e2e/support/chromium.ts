import { existsSync } from 'node:fs';

/** The Chromium of the command line, or of the machine; undefined lets Playwright use its own. */
export function findChromium(): string | undefined {
  const named = process.env.ACADEMY_CHROMIUM || process.env.CHROMIUM;
  if (named) return named;
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((path) => existsSync(path));
}
