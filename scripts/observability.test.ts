import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@academy/server/metrics/metrics';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Names of all figures that a server tells, without the endings of histograms. */
async function toldNames(): Promise<Set<string>> {
  const metrics = createMetrics({ version: 'test' });
  metrics.watchPool({ totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 1 } } as never);
  metrics.watchReplicas({ states: () => [], reads: { replica: 0, primary: 0 } });
  metrics.watchCaches({ sizes: () => [{ name: 'pages', bytes: 0, max: 1 }] });
  metrics.watchSurroundings({ dataFolder: ROOT, origins: [] });
  metrics.watchDatabase(() => Promise.reject(new Error('there is none')));
  const { text } = await metrics.text();
  metrics.close();
  return new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name = '']) => name));
}

const told = await toldNames();
const own = [...told].filter((name) => name.startsWith('academy_'));
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:academy|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );

const dashboard = JSON.parse(read('deploy/grafana/academy.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const rules = read('deploy/prometheus/alerts.yml');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

describe('what operators load', () => {
  test('alerts and dashboard use only figures that a server tells', () => {
    const used = [
      ...namesIn(rules),
      ...dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))),
    ];
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !told.has(name))).toEqual([]);
  });

  test('the how-to explains every figure and every alert', () => {
    const page = read('docs/how-to/watch.md');
    expect(own.length).toBeGreaterThan(15);
    const explained = new Set(page.match(/\bacademy_\w+/g));
    expect(own.filter((name) => !explained.has(name))).toEqual([]);
    expect(alerts.filter((name) => !page.includes(`| ${name} |`))).toEqual([]);
  });

  test('every alert says what to do', () => {
    expect(rules.match(/runbook: \S/g)).toHaveLength(alerts.length);
  });

  const promtool = (() => {
    try {
      execFileSync('promtool', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  // Needs promtool, of Debian's package prometheus.
  test.skipIf(!promtool)('Prometheus raises each alert for its trouble and none without', () => {
    const folder = join(ROOT, 'deploy/prometheus');
    expect(() =>
      execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder, stdio: 'pipe' }),
    ).not.toThrow();
  });
});
