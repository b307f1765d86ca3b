import { SANDBOX_HOME } from '../sandbox/bwrap-arguments.ts';

/** Port of the proxy on the loopback of each lab that has one. */
export const PROXY_PORT = 3128;
const PROXY_HOST = '127.0.0.1';
const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/** Variables and files of the home folder that tell programs how to reach what they may reach. */
export interface ClientSettings {
  variables: Record<string, string>;
  /** Texts by their paths. */
  files: Record<string, string>;
}

/**
 * Settings for programs in a lab: the usual variables, and files for Maven and Gradle, which do not read these.
 *
 * @param mavenMirror where Maven and Gradle look for everything; null: in the repositories that projects name
 */
export function clientSettings({
  hasProxy,
  mavenMirror,
}: {
  hasProxy: boolean;
  mavenMirror: string | null;
}): ClientSettings {
  const proxy = `http://${PROXY_HOST}:${PROXY_PORT}`;
  const none = LOOPBACK.join(',');
  const variables: Record<string, string> = hasProxy
    ? {
        ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: none },
        ...{ http_proxy: proxy, https_proxy: proxy, no_proxy: none },
        // Node reads the variables above since its version 24, when it is told to.
        NODE_USE_ENV_PROXY: '1',
      }
    : {};
  // Where the script "mvnw" of projects fetches Maven itself.
  if (mavenMirror?.startsWith('http') === true) variables.MVNW_REPOURL = mavenMirror.replace(/\/$/, '');
  const files: Record<string, string> = {};
  if (hasProxy || mavenMirror !== null)
    files[`${SANDBOX_HOME}/.m2/settings.xml`] = mavenSettings(hasProxy, mavenMirror);
  if (hasProxy) {
    files[`${SANDBOX_HOME}/.mavenrc`] = mavenProxy();
    files[`${SANDBOX_HOME}/.gradle/gradle.properties`] = gradleProperties();
  }
  if (mavenMirror !== null) files[`${SANDBOX_HOME}/.gradle/init.d/mirror.gradle`] = gradleMirror(mavenMirror);
  return { variables, files };
}

/**
 * Read by `mvn` and by `mvnw` before they start Java: the wrapper's own program (maven-wrapper.jar 3.1.1), which fetches
 * Maven, knows neither the usual variables nor settings.xml.
 */
function mavenProxy(): string {
  const options = ['http', 'https'].map(
    (protocol) => `-D${protocol}.proxyHost=${PROXY_HOST} -D${protocol}.proxyPort=${PROXY_PORT}`,
  );
  return `MAVEN_OPTS="$MAVEN_OPTS ${options.join(' ')}"\n`;
}

const inXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function mavenSettings(hasProxy: boolean, mirror: string | null): string {
  const proxies = ['http', 'https'].map(
    (protocol) => `    <proxy>
      <id>${protocol}</id>
      <active>true</active>
      <protocol>${protocol}</protocol>
      <host>${PROXY_HOST}</host>
      <port>${PROXY_PORT}</port>
      <nonProxyHosts>${LOOPBACK.join('|')}</nonProxyHosts>
    </proxy>`,
  );
  const mirrors = `  <mirrors>
    <mirror>
      <id>mirror</id>
      <mirrorOf>*</mirrorOf>
      <url>${inXml(mirror ?? '')}</url>
    </mirror>
  </mirrors>`;
  return [
    '<settings xmlns="http://maven.apache.org/SETTINGS/1.0.0">',
    '  <interactiveMode>false</interactiveMode>',
    ...(hasProxy ? ['  <proxies>', ...proxies, '  </proxies>'] : []),
    ...(mirror === null ? [] : [mirrors]),
    '</settings>',
    '',
  ].join('\n');
}

function gradleProperties(): string {
  return ['http', 'https']
    .flatMap((protocol) => [
      `systemProp.${protocol}.proxyHost=${PROXY_HOST}`,
      `systemProp.${protocol}.proxyPort=${PROXY_PORT}`,
      `systemProp.${protocol}.nonProxyHosts=${LOOPBACK.slice(0, 2).join('|')}`,
      '',
    ])
    .join('\n');
}

/** A script that Gradle runs before each build; of versions since 4, of which those before 6 know no insecure protocols. */
function gradleMirror(mirror: string): string {
  const address = `'${mirror.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const insecure = mirror.startsWith('http:')
    ? "\n  if (one.hasProperty('allowInsecureProtocol')) one.allowInsecureProtocol = true"
    : '';
  return `def toMirror = { one ->
  one.url = ${address}${insecure}
}
settingsEvaluated { settings ->
  settings.pluginManagement.repositories { clear(); maven { toMirror(it) } }
}
allprojects {
  buildscript.repositories { clear(); maven { toMirror(it) } }
  repositories.all { one ->
    if (one instanceof MavenArtifactRepository && one.url.scheme != 'file') toMirror(one)
  }
}
`;
}
