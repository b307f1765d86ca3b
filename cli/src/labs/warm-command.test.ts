import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { makeSmallRoot } from '@academy/lab-host/testing/small-root';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fence, writeWorkshop } from '../testing/a-workshop.ts';
import { runCommand } from '../testing/run-command.ts';

const LIBRARY = '.m2/repository/org/example/greeting/1.0';
/** What a build does, as far as it matters: it takes a library from its repository, or fetches it. */
const BUILD = `cd ~/.m2/repository && mkdir -p org/example/greeting/1.0 && cd org/example/greeting/1.0
if [ -s greeting-1.0.jar ]; then echo had it; exit; fi
echo fetched; echo bytes > greeting-1.0.jar; echo mirror > _remote.repositories; touch other-1.0.pom.lastUpdated`;

describe.skipIf(!hasSandboxes)('an environment that is warmed', { timeout: 60_000 }, () => {
  let place = '';
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'academy-warm-'));
    chmodSync(place, 0o755);
    makeSmallRoot(join(place, 'root'), ['cp']);
    mkdirSync(join(place, 'hand'));
    writeLab('spring-build', BUILD);
    await academy('labs', 'environment', 'add', 'tools', '--from', 'folder:root');
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const academy = (...args: string[]) => runCommand(place, args, { env: { ACADEMY_DATA: place } });
  const warm = (...labs: string[]) =>
    academy('labs', 'environment', 'warm', ...labs, '--tenant', 'spring', '--by-hand', 'hand');
  const kept = () => join(place, 'lab-environments/tools/warm', LIBRARY);

  function writeLab(name: string, byHand: string): void {
    writeWorkshop(place, name, { pages: [fence('terminal:execute', 'command: ls')], environment: 'tools' });
    const script = byHand.replace(/^/gm, '      ');
    writeFileSync(join(place, `hand/${name}.yaml`), `01-page:\n  - action: end\n    byHand: |\n${script}\n`);
  }

  /** Output of what is done by hand in a lab that starts now. */
  async function saidIn(name: string, byHand: string): Promise<string> {
    writeLab(name, byHand);
    const { out } = await academy(
      'labs',
      'prove',
      `workshops/${name}`,
      '--tenant',
      'spring',
      '--by-hand',
      'hand',
      '--json',
    );
    return JSON.parse(out).workshops[0].steps.at(-1).log;
  }

  it('keeps what a build has fetched, and says how much', async () => {
    const { code, out } = await warm('workshops/spring-build');
    expect(out).toContain('1 workshop: 1 proved');
    expect(out).toContain('tools keeps 2 files, 1 MB.');
    expect(code).toBe(0);
    expect(readFileSync(join(kept(), 'greeting-1.0.jar'), 'utf8')).toBe('bytes\n');
    expect(statSync(join(kept(), 'greeting-1.0.jar')).mode & 0o777).toBe(0o644);
    expect(existsSync(join(kept(), 'other-1.0.pom.lastUpdated'))).toBe(false);
  });

  it('gives it to all labs that start from then on, which cannot change it', async () => {
    expect(await saidIn('spring-build', BUILD)).toBe('had it\n');
    const said = await saidIn(
      'spring-hostile',
      `cd ~/${LIBRARY}; (echo other > greeting-1.0.jar) 2>/dev/null || echo refused; echo mine >> _remote.repositories && cat _remote.repositories; rm greeting-1.0.jar && touch /warm/x 2>/dev/null || echo refused`,
    );
    expect(said).toBe('refused\nmirror\nmine\nrefused\n');
    expect(readFileSync(join(kept(), 'greeting-1.0.jar'), 'utf8')).toBe('bytes\n');
    expect(readFileSync(join(kept(), '_remote.repositories'), 'utf8')).toBe('mirror\n');
  });

  it('leaves libraries and the distribution of Gradle where both are looked for', async () => {
    const own = '.gradle/caches/modules-2/files-2.1';
    const build = `cd ~/.gradle && mkdir -p caches/modules-2/files-2.1 wrapper/dists/bin && echo jar > caches/modules-2/files-2.1/a.jar
touch caches/modules-2/modules-2.lock caches/modules-2/gc.properties wrapper/dists/bin/g.zip.lck
printf '#!/bin/bash\\necho Gradle\\n' > wrapper/dists/bin/g && chmod +x wrapper/dists/bin/g`;
    writeLab('spring-gradle', build);
    await warm('workshops/spring-gradle');
    const look = `ls ~/${own} 2>/dev/null; cd "$GRADLE_RO_DEP_CACHE/modules-2" && find . -type f; ls ~/.gradle/wrapper/dists/bin; ~/.gradle/wrapper/dists/bin/g`;
    expect(await saidIn('spring-look', look)).toBe('./files-2.1/a.jar\ng\nGradle\n');
    // A second filling leaves it executable.
    await warm('workshops/spring-gradle');
    expect(await saidIn('spring-look', look)).toBe('./files-2.1/a.jar\ng\nGradle\n');
  });

  it('adds to what is there', async () => {
    writeLab('spring-more', 'echo more > ~/.m2/repository/more.pom; ln -s /etc/passwd ~/.m2/repository/link');
    expect((await warm('workshops/spring-more')).out).toContain('tools keeps 5 files, 1 MB.');
    expect(existsSync(join(kept(), '../../../../link'))).toBe(false);
    expect(await saidIn('spring-build', BUILD)).toBe('had it\n');
  });

  it('keeps nothing of labs that run without an environment', async () => {
    writeWorkshop(place, 'spring-plain', { pages: [fence('terminal:execute', 'command: ls')] });
    const { code, out } = await warm('workshops/spring-plain');
    expect(out).toContain('No lab ran in an environment, so nothing is kept.');
    expect(code).toBe(1);
  });
});
