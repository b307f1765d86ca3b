import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rootView } from '../environments/environment-view.ts';
import { prepareRoot } from '../environments/prepare-root.ts';
import { hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { makeSmallRoot } from '../testing/small-root.ts';
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

  it('when a program is not there', async () => {
    makeSmallRoot(folder);
    prepareRoot(folder);
    rmSync(join(folder, 'usr/bin/perl'));
    const here = { ...view, folders: [], ...rootView(folder) };
    expect(await sandboxProblem(here, [])).toEqual({
      problem: 'Labs in sandboxes need programs that are not on this machine: perl.',
      nextStep: 'Install util-linux, coreutils, findutils, awk and perl.',
    });
  });

  it('when learners could read the data of the academy', async () => {
    expect(await sandboxProblem(view, ['/usr/share/academy'])).toMatchObject({
      problem: expect.stringContaining('/usr/share/academy lies in a folder that learners in sandboxes can read'),
    });
    expect(await sandboxProblem(view, [folder])).toBeNull();
  });
});
