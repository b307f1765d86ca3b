import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { sandboxProblem } from './requirements.ts';

describe.skipIf(!hasSandboxes)('a machine that cannot run sandboxes says why', () => {
  let folder = '';
  const path = process.env.PATH;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'academy-programs-'));
    chmodSync(folder, 0o755);
  });
  afterEach(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true, force: true });
  });

  it('when bubblewrap is not there', async () => {
    symlinkSync(execFileSync('which', ['nice'], { encoding: 'utf8' }).trim(), join(folder, 'nice'));
    process.env.PATH = folder;
    expect(await sandboxProblem(view, [])).toMatchObject({
      problem: 'Labs in sandboxes need bubblewrap, which is not on this machine.',
      nextStep: expect.stringContaining('apt-get install bubblewrap'),
    });
  });

  it('when learners could read the data of the academy', async () => {
    expect(await sandboxProblem(view, ['/usr/share/academy'])).toMatchObject({
      problem: expect.stringContaining('/usr/share/academy lies in a folder that learners in sandboxes can read'),
    });
    expect(await sandboxProblem(view, [folder])).toBeNull();
  });
});
