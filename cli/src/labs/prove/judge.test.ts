import { describe, expect, it } from 'vitest';
import { lastLines, missingHost, missingProgram } from './judge.ts';

describe('the output of a command', () => {
  it.each([
    ['bash: line 1: mvn: command not found\n', 'mvn'],
    ['bash: foo-bar: command not found', 'foo-bar'],
    ['some text\n/opt/lab/x: line 3: kubectl: command not found\n', 'kubectl'],
    ['sh: 1: node: not found\n', 'node'],
    ['bash: ./mvnw: No such file or directory\n', './mvnw'],
    ['bash: cd: /srv/x: No such file or directory\n', null],
    ["bash: tar: command not available in browser environments. Exclude 'tar'\n", 'tar'],
    ['404: page not found here\n', null],
    ['the answer is 42\n', null],
  ])('%j names the missing program %s', (output, program) => {
    expect(missingProgram(output)).toBe(program);
  });

  it.each([
    ['curl: (6) Could not resolve host: start.spring.io\n', 'start.spring.io'],
    [
      '[ERROR] Could not transfer artifact a:b:pom:1 from/to central (https://repo.maven.apache.org/maven2): repo.maven.apache.org: Unknown host\n',
      'repo.maven.apache.org',
    ],
    ['java.net.UnknownHostException: services.gradle.org\n', 'services.gradle.org'],
    ['npm error getaddrinfo EAI_AGAIN packages.example.org\n', 'packages.example.org'],
    ["fatal: unable to access 'https://github.com/x/y/': Could not resolve host: github.com\n", 'github.com'],
    ['dial tcp: lookup gcr.io on 10.0.0.2:53: no such host\n', 'gcr.io'],
    ['curl: (7) Failed to connect to localhost port 8080\n', null],
    ['', null],
  ])('%j names the unreachable host %s', (output, host) => {
    expect(missingHost(output)).toBe(host);
  });

  it('ends findings with its last lines', () => {
    expect(lastLines('a\nb\n\nc\n  d\n')).toBe(': b / c / d');
    expect(lastLines('\n')).toBe('');
    expect(lastLines('x'.repeat(1_000)).length).toBeLessThan(310);
  });
});
