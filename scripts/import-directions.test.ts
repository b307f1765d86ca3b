import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** A planted file, what it imports. Every one is a direction that the house forbids. */
const FORBIDDEN: [file: string, imported: string][] = [
  ['contract/src/a.ts', '@academy/server/app'],
  ['contract/src/b.ts', '@academy/tenants'],
  ['contract/src/c.ts', 'node:fs'],
  ['contract/src/d.ts', 'react'],
  ['tenants/spring/a.ts', '@academy/content/build'],
  ['tenants/b.ts', '@academy/web/src/urls'],
  ['content/src/a.ts', '@academy/server/app'],
  ['content/src/b.ts', '@academy/identity/mount'],
  ['content/src/c.ts', '@academy/web/src/urls'],
  ['content/src/courses/d.ts', '../../../server/src/app.ts'],
  ['identity/src/a.ts', '@academy/server/app'],
  ['identity/src/b.ts', '@academy/content/build'],
  ['labs/src/a.ts', '@academy/identity/mount'],
  ['labs/src/b.ts', '@academy/server/app'],
  ['client/src/a.ts', '@academy/tenants'],
  ['client/src/b.ts', '@academy/server/app'],
  ['client/src/c.ts', 'node:fs'],
  ['server/src/a.ts', '@academy/cli/cli'],
  ['server/src/b.ts', '@academy/web/src/urls'],
  ['server/src/web/c.ts', '../../../web/src/navigation/urls.ts'],
  ['server/src/courses/a.store.ts', './courses.service.ts'],
  ['server/src/courses/b.store.ts', '../app.ts'],
  ['server/src/courses/c.service.ts', './courses.routes.ts'],
  ['server/src/courses/d.routes.ts', '../app.ts'],
  ['server/src/courses/g.service.ts', './courses.install.ts'],
  ['server/src/courses/h.store.ts', '../app-context.ts'],
  ['server/src/text/a.ts', '../courses/courses.service.ts'],
  ['server/src/logging/a.ts', '../settings/settings.ts'],
  ['server/src/background/a.ts', '../db/connect.ts'],
  ['server/src/courses/e.service.ts', '../lessons/lessons.store.ts'],
  ['server/src/courses/f.routes.ts', '../lessons/lessons.store.ts'],
  ['web/src/a.ts', '@academy/server/app'],
  ['web/src/b.ts', '@academy/content/build'],
  ['web/src/c.ts', '@academy/identity/mount'],
  ['web/src/d.ts', 'node:fs'],
  ['web/src/api/e.ts', '@academy/labs/sandbox'],
  ['web/src/ui/a.tsx', '../api/courses.ts'],
  ['web/src/ui/b.tsx', '../features/prose/prose.tsx'],
  ['web/src/ui/c.tsx', '../sign-in/session.ts'],
  ['web/src/ui/d.tsx', '../list-views/table-view.ts'],
  ['web/src/ui/e.tsx', '../routes.tsx'],
  ['web/src/lib/a.ts', '../navigation/location.tsx'],
  ['web/src/lib/b.ts', '../api/courses.ts'],
  ['web/src/navigation/a.ts', '../api/courses.ts'],
  ['web/src/navigation/b.ts', '../shell/shell.tsx'],
  ['web/src/list-views/a.ts', '../features/prose/prose.tsx'],
  ['web/src/api/a.ts', '../screens/home/home-screen.tsx'],
  ['web/src/api/b.ts', '../features/prose/prose.tsx'],
  ['web/src/api/c.ts', '../catalogue/course-href.ts'],
  ['web/src/api/d.ts', '../routes.tsx'],
  ['web/src/progress/a.ts', '../ui/button.tsx'],
  ['web/src/sign-in/a.ts', '../forms/drafts.ts'],
  ['web/src/catalogue/a.ts', '../features/prose/prose.tsx'],
  ['web/src/forms/a.ts', '../screens/home/home-screen.tsx'],
  ['web/src/metadata/a.ts', '../features/prose/prose.tsx'],
  ['web/src/features/video/a.tsx', '../prose/prose.tsx'],
  ['web/src/features/video/b.tsx', '../../screens/home/home-screen.tsx'],
  ['web/src/features/video/c.tsx', '../../routes.tsx'],
  ['web/src/features/video/d.tsx', '../../start-page.ts'],
  ['web/src/screens/home/a.tsx', '../../routes.tsx'],
  ['web/src/screens/home/b.tsx', '../../metadata/page-metadata.ts'],
  ['cli/src/a.ts', '@academy/web/src/urls'],
  ['cli/src/b.ts', '../../web/src/navigation/urls.ts'],
  ['e2e/a.ts', '@academy/server/app'],
  ['e2e/b.ts', '../web/src/navigation/urls.ts'],
  ['e2e/c.ts', '@academy/web/src/urls'],
];

const ALLOWED: [file: string, imported: string][] = [
  ['contract/src/ok-a.ts', 'valibot'],
  ['contract/src/ok-b.ts', './call.ts'],
  ['tenants/spring/ok.ts', '@academy/contract/tenants'],
  ['content/src/ok-a.ts', '@academy/tenants'],
  ['content/src/ok-b.ts', 'node:fs'],
  ['identity/src/ok.ts', '@academy/contract/errors'],
  ['client/src/ok.ts', '@academy/contract/call'],
  ['server/src/ok-a.ts', '@academy/identity/mount'],
  ['server/src/identity/ok-e.ts', '@academy/samples/people'],
  ['server/src/courses/ok-b.service.ts', './courses.store.ts'],
  ['server/src/courses/ok-c.service.ts', '../lessons/lessons.service.ts'],
  ['server/src/courses/ok-d.routes.ts', './courses.service.ts'],
  ['server/src/courses/ok-f.install.ts', '../app-context.ts'],
  ['server/src/logging/ok.ts', './log.ts'],
  ['server/src/courses/ok-e.store.ts', '../db/connect.ts'],
  ['web/src/ok-a.ts', '@academy/contract/courses'],
  ['web/src/features/video/ok-b.tsx', '../../api/courses.ts'],
  ['web/src/features/video/ok-c.tsx', './player.tsx'],
  ['web/src/screens/home/ok-d.tsx', '../../features/prose/prose.tsx'],
  ['web/src/api/ok-e.ts', '../sign-in/current-token.ts'],
  ['web/src/api/ok-f.ts', '../progress/overlay.ts'],
  ['web/src/progress/ok-g.ts', '../api/call.ts'],
  ['web/src/navigation/ok-h.ts', '../routes.tsx'],
  ['web/src/list-views/ok-i.ts', '../navigation/location.tsx'],
  ['web/src/ui/ok-j.tsx', '../navigation/location.tsx'],
  ['web/src/catalogue/ok-k.ts', '../api/courses.ts'],
  ['web/src/features/video/ok-l.tsx', '../../catalogue/video-source.ts'],
  ['web/src/screens/home/ok-m.tsx', '../../shell/loading-screen.tsx'],
  ['cli/src/ok.ts', '@academy/server/settings/settings'],
  ['e2e/ok.ts', '@academy/contract/constants'],
];

describe('the linter holds the import directions of the house', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'academy-directions-')));
  const refused = new Set<string>();
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    const config = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')) as Record<string, unknown>;
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    for (const [file, imported] of [...FORBIDDEN, ...ALLOWED]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(
        join(folder, file),
        `import { planted, plantedStore } from '${imported}';\nplanted(plantedStore);\n`,
      );
    }
    const { stdout, stderr } = spawnSync(
      join(ROOT, 'node_modules/.bin/biome'),
      ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    for (const [, file] of stdout.matchAll(/noRestrictedImports,file=([^,]+),/g))
      refused.add((file ?? '').replace(`${folder}/`, ''));
    if (refused.size === 0) throw new Error(`the linter found nothing:\n${stdout}\n${stderr}`);
  });

  test.each(FORBIDDEN)('%s may not import %s', (file) => {
    expect(refused).toContain(file);
  });

  test.each(ALLOWED)('%s may import %s', (file) => {
    expect(refused).not.toContain(file);
  });
});
