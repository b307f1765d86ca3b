import { describe, expect, it } from 'vitest';
import { fileHostsOf, needsOnlyHosts, type Obstacle, obstacleOf } from './obstacles.ts';
import { environmentNeeded, hostsNeeded } from './program-needs.ts';
import type { StepReport } from './prove-lab.ts';

const step = (changes: Partial<StepReport>): StepReport => ({
  ...{ page: 'Page', file: 'page.md', line: 1, action: 'terminal:execute', title: 'ls', outcome: 'failed', seconds: 0 },
  ...{ log: '', settings: {}, verdict: { code: 'lab-command-failed', message: '' } },
  ...changes,
});
const why = (
  changes: Partial<StepReport>,
  { isAfter = false, hasFiles = false, sources = ['https://github.com/a/b'] } = {},
) => obstacleOf(step(changes), { sources, hasFiles, isAfter });
const code = (name: string) => ({ verdict: { code: name, message: '' } });

describe('why a step did not run', () => {
  it.each<[string, Partial<StepReport>, Obstacle]>([
    ['an action', { ...code('lab-action-unknown'), action: 'robot:dance' }, { kind: 'action', name: 'robot:dance' }],
    [
      'a file from elsewhere',
      { verdict: { code: 'lab-edit-failed', message: 'there is no file "x"' } },
      { kind: 'files', name: 'github.com' },
    ],
    ['a check that is elsewhere', code('lab-check-missing'), { kind: 'files', name: 'github.com' }],
    ['a missing folder', { log: 'bash: cd: app: No such file or directory\n' }, { kind: 'files', name: 'github.com' }],
    [
      'a wrapper that is no file here',
      { log: 'bash: ./mvnw: No such file or directory\n' },
      { kind: 'files', name: 'github.com' },
    ],
    ['a program', { log: 'bash: advisor: command not found\n' }, { kind: 'program', name: 'advisor' }],
    ['a cluster', { log: 'bash: kubectl: command not found\n' }, { kind: 'cluster', name: 'kubectl' }],
    [
      'a cluster that does not answer',
      { title: 'kubectl get pods', log: 'The connection to the server localhost:8080 was refused\n' },
      { kind: 'cluster', name: 'kubectl' },
    ],
    [
      'Docker',
      { title: 'docker ps', log: 'Cannot connect to the Docker daemon\n' },
      { kind: 'docker', name: 'docker' },
    ],
    [
      'a host',
      { log: 'curl: (6) Could not resolve host: start.spring.io\n' },
      { kind: 'host', name: 'start.spring.io' },
    ],
    [
      'a session',
      { title: 'curl {{ session_name }}.x', log: 'error' },
      { kind: 'session', name: '{{ session_name }}' },
    ],
    [
      'a tab of its platform',
      { ...code('lab-tab-missing'), action: 'dashboard:open-dashboard', settings: { name: 'Console' } },
      { kind: 'session', name: 'Console' },
    ],
    [
      'a file of its platform',
      {
        verdict: { code: 'lab-edit-failed', message: 'there is no file ".ssh/authorized_keys"' },
        settings: { file: '~/.ssh/authorized_keys' },
      },
      { kind: 'session', name: '~/.ssh/authorized_keys' },
    ],
    ['an editor', { title: 'vim a.yaml', ...code('lab-timeout') }, { kind: 'learner', name: 'vim' }],
    [
      'nothing but itself',
      { verdict: { code: 'lab-command-failed', message: 'it ended' } },
      { kind: 'failed', name: 'it ended' },
    ],
  ])('is %s', (_what, changes, obstacle) => {
    expect(why(changes)).toEqual(obstacle);
  });

  it('is an earlier step, where nothing else is known', () => {
    expect(why({ log: 'connection refused\n' }, { isAfter: true })).toEqual({ kind: 'follows', name: '' });
    expect(why(code('lab-edit-failed'), { isAfter: true, sources: [] })).toEqual({ kind: 'follows', name: '' });
  });

  it.each<[string, Partial<StepReport>]>([
    ['an edit', { verdict: { code: 'lab-edit-failed', message: 'there is no file "x"' } }],
    ['a command', { log: 'cat: src/App.java: No such file or directory\n' }],
  ])('is a file that learners type, where those from elsewhere are here: %s', (_what, changes) => {
    expect(why(changes, { hasFiles: true })).toEqual({ kind: 'typed', name: '' });
    expect(why(changes, { hasFiles: true, isAfter: true })).toEqual({ kind: 'follows', name: '' });
  });

  it('is the step itself where its wrapper is not among them', () => {
    const missing = { log: 'bash: ./mvnw: No such file or directory\n' };
    expect(why(missing, { hasFiles: true })).toEqual({ kind: 'failed', name: 'lab-command-failed' });
  });

  it('is nothing for a step that ran', () => {
    expect(why({ verdict: null })).toBeNull();
  });
});

it('only hosts keep a lab whose files and programs come from them', () => {
  const all = (...kinds: Obstacle['kind'][]) => needsOnlyHosts(kinds.map((kind) => ({ kind, name: 'example.org' })));
  expect(all('files', 'host', 'follows')).toBe(true);
  expect(all('files', 'cluster')).toBe(false);
  expect(all()).toBe(false);
  expect(needsOnlyHosts([{ kind: 'files', name: '' }])).toBe(false);
  expect(
    needsOnlyHosts([
      { kind: 'files', name: 'github.com' },
      { kind: 'program', name: 'http' },
    ]),
  ).toBe(true);
  expect(
    needsOnlyHosts([
      { kind: 'files', name: 'github.com' },
      { kind: 'program', name: 'advisor' },
    ]),
  ).toBe(false);
});

it('the sources of a lab name hosts, without the registry of its platform', () => {
  expect(
    fileHostsOf([
      'https://github.com/spring-academy/code',
      'github.com/kube-academy/lab',
      'ghcr.io/spring-academy/tools:1',
      '$(image_repository)/files:$(workshop_version)',
    ]),
  ).toEqual(['github.com']);
  expect(fileHostsOf(['ghcr.io/spring-academy/tools:1'])).toEqual(['ghcr.io']);
});

it('programs decide about environment and hosts', () => {
  expect(environmentNeeded(['cat', 'mvnw'], 'jdk17-environment:*')).toBe('java-17');
  expect(environmentNeeded(['mvnw'], 'jdk8-environment:*')).toBe('java-8');
  expect(environmentNeeded(['mvnw', 'kubectl'], null)).toBe('cluster');
  expect(environmentNeeded(['git'], null)).toBe('programs of Debian');
  expect(environmentNeeded(['cat', 'constructor'], null)).toBe('browser');
  expect(environmentNeeded(['cat'], 'jdk17-environment:*')).toBe('java-17');
  expect(hostsNeeded(['sdk', 'ls'], 'java-17')).toEqual(['api.sdkman.io', 'repo.maven.apache.org']);
  expect(hostsNeeded(['ls'], 'browser')).toEqual([]);
});
