import { expect, test } from 'vitest';
import { SANDBOX_HOME } from '../sandbox/bwrap-arguments.ts';
import { clientSettings } from './client-settings.ts';

test('a lab without hosts and mirror has no settings of a network', () => {
  expect(clientSettings({ hasProxy: false, mavenMirror: null })).toEqual({ variables: {}, files: {} });
});

test('a proxy is named in both cases of the variables, and never for loopback', () => {
  const { variables } = clientSettings({ hasProxy: true, mavenMirror: null });
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'])
    expect(variables[name]).toBe('http://127.0.0.1:3128');
  expect(variables.no_proxy).toBe('localhost,127.0.0.1,::1');
});

test('Maven, and the script that fetches it, are told the proxy and the mirror', () => {
  const { files, variables } = clientSettings({ hasProxy: true, mavenMirror: 'https://repo.example.org/a?b=1&c=<' });
  const settings = files[`${SANDBOX_HOME}/.m2/settings.xml`];
  expect(variables.MVNW_REPOURL).toBe('https://repo.example.org/a?b=1&c=<');
  expect(settings).toContain('<port>3128</port>');
  expect(settings).toContain('<url>https://repo.example.org/a?b=1&amp;c=&lt;</url>');
});

test('the wrapper of Maven, which reads neither variables nor settings, is told the proxy', () => {
  const { files } = clientSettings({ hasProxy: true, mavenMirror: null });
  expect(files[`${SANDBOX_HOME}/.mavenrc`]).toBe(
    'MAVEN_OPTS="$MAVEN_OPTS -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=3128 -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128"\n',
  );
});

test('a mirror cannot end the text of the script that Gradle runs', () => {
  const { files } = clientSettings({ hasProxy: false, mavenMirror: "https://repo.example.org/'+x" });
  expect(files[`${SANDBOX_HOME}/.gradle/init.d/mirror.gradle`]).toContain("one.url = 'https://repo.example.org/\\'+x'");
});

test('Gradle is told of an insecure mirror alone that it is one', () => {
  const script = (mavenMirror: string) =>
    clientSettings({ hasProxy: false, mavenMirror }).files[`${SANDBOX_HOME}/.gradle/init.d/mirror.gradle`];
  expect(script('http://repo.example.org/')).toContain('one.allowInsecureProtocol = true');
  expect(script('file:///srv/repo')).not.toContain('allowInsecureProtocol');
});
