import { describe, expect, it } from 'vitest';
import type { Terminal } from './command.ts';
import { progress } from './publishing/progress.ts';
import { itemLines } from './publishing/report.ts';
import { screen } from './screen.ts';

/** Streams that record what was written to each. */
function streams(isTTY: boolean) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    isTTY,
    columns: 60,
    write(text: string | Uint8Array) {
      written[name] += String(text);
      return true;
    },
  });
  return { written, stdout: stream('stdout'), stderr: stream('stderr') };
}

const REPORT = {
  kind: 'course',
  id: 'spring-a',
  tenantId: 'spring',
  outcome: 'created',
  version: 1,
  findings: [],
} as const;

describe('a run', () => {
  const run = (isTTY: boolean, env: Record<string, string> = {}) => {
    const { written, ...both } = streams(isTTY);
    const base = { env, cwd: '.', readInput: async () => '' };
    const terminal: Terminal = { ...base, ...screen(both, env) };
    const bar = progress(terminal, 10);
    for (let step = 0; step < 10; step += 1) {
      for (const line of itemLines({ ...REPORT, findings: [] }, terminal.paint)) terminal.out(line);
      bar.step();
    }
    bar.end();
    return written;
  };

  it('writes plain lines into a pipe', () => {
    expect(run(false)).toEqual({ stdout: 'created course spring-a in spring (version 1)\n'.repeat(10), stderr: '' });
  });

  it('shows colours and a bar on a terminal, and clears the bar', () => {
    const { stdout, stderr } = run(true);
    expect(stdout).toContain('\u001b[32mcreated course spring-a');
    expect(stderr).toContain('[############------------] 5 of 10, 0 s');
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('has no colours where NO_COLOR is set', () => {
    expect(run(true, { NO_COLOR: '1' }).stdout).not.toContain('\u001b');
  });

  it('keeps control characters of names away from the terminal', () => {
    expect(itemLines({ ...REPORT, id: 'a\u001b[2Jb', findings: [] }, undefined)[0]).not.toContain('\u001b');
  });
});
