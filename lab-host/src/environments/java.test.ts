import { once } from 'node:events';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNetwork } from '../network/lab-network.ts';
import type { ProxyEntry } from '../network/lab-proxy.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { writeFiles } from '../sandbox/sandbox-files.ts';
import { hasSandboxes } from '../testing/sandboxes-here.ts';
import { addEnvironment } from './add-environment.ts';
import { aptOfThisMachine } from './debian.ts';
import { type EnvironmentRecord, type LabEnvironment, readEnvironment } from './environment.ts';
import { environmentView } from './environment-view.ts';
import { partsOf } from './environments-folder.ts';
import { findTool } from './run-tool.ts';

const isWanted = process.env.ACADEMY_TEST_ALL === '1' && hasSandboxes;
const missing = findTool('mmdebstrap') === null ? 'mmdebstrap' : aptOfThisMachine() === null ? 'package sources' : null;
if (isWanted && missing !== null)
  console.warn(`The environment with Java is not made: this machine has no ${missing}.`);

const MEGABYTE = 1024 * 1024;
const MAKING_MS = 1_800_000;
const REMOVING_MS = 120_000;
const BUILD_SECONDS = 300;

/** What Debian brings for a build: its own repository of Maven, with these plugins and libraries. */
const PACKAGES = [
  ...['openjdk-17-jdk-headless', 'maven', 'junit4', 'libspring-web-java'],
  ...['libmaven-compiler-plugin-java', 'libmaven-resources-plugin-java', 'libsurefire-java'],
];

const dependency = (group: string, artifact: string, version: string, scope = 'compile') =>
  `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><scope>${scope}</scope></dependency>`;
const PLUGINS = ['maven-resources-plugin', 'maven-compiler-plugin', 'maven-surefire-plugin'];

/** The model of a project, with the versions of plugins that a repository has. */
function pom(repository: string, ...dependencies: string[]): string {
  const plugins = PLUGINS.map((artifact) => {
    const versions = readdirSync(join(repository, 'org/apache/maven/plugins', artifact));
    const version = versions.find((one) => /^\d/.test(one));
    return `      <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>${artifact}</artifactId><version>${version}</version></plugin>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>tea</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
${dependencies.join('\n')}
  </dependencies>
  <build>
    <plugins>
${plugins.join('\n')}
    </plugins>
  </build>
</project>
`;
}

const JUNIT = dependency('junit', 'junit', '4.x', 'test');
const SPRING = dependency('org.springframework', 'spring-web', 'debian');

const MAIN = `package org.example;
import org.springframework.web.util.UriComponentsBuilder;
public class Tea {
  public static String address(String name) {
    return UriComponentsBuilder.fromPath("/tea/{name}").buildAndExpand(name).toUriString();
  }
}
`;
const test = (expected: string) => `package org.example;
import org.junit.Assert;
import org.junit.Test;
public class TeaTest {
  @Test public void address() { Assert.assertEquals("${expected}", Tea.address("earl")); }
}
`;

describe.runIf(isWanted && missing === null)('an environment with Java 17 from Debian', () => {
  let place = '';
  let environment: LabEnvironment;
  let record: EnvironmentRecord;
  let root = '';

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'academy-java-'));
    chmodSync(place, 0o755);
    environment = readEnvironment(
      JSON.stringify({
        title: 'Java 17 with Maven',
        from: `debian:${PACKAGES.join(',')}`,
        variables: { MAVEN_OPTS: '-Xmx384m' },
        mavenMirror: 'file:///usr/share/maven-repo',
        limits: { processes: 512 },
        tools: { java: 'java --version', maven: 'mvn --version' },
      }),
    );
    record = await addEnvironment({ folder: place, name: 'java-17', environment, cwd: '/' });
    root = partsOf(place, 'java-17').root;
  }, MAKING_MS);
  afterAll(() => rmSync(place, { recursive: true, force: true }), REMOVING_MS);

  async function lab(
    files: Record<string, string>,
    changes: Partial<LabEnvironment> = {},
    openNetwork: ((bubblewrap: number) => Promise<() => void>) | null = null,
  ) {
    const view = environmentView({ ...environment, ...changes }, record, root);
    const sandbox = await Sandbox.start({ view, homeBytes: 256 * MEGABYTE, openNetwork });
    await sandbox.run({
      ...writeFiles(Object.entries(files).map(([path, text]) => ({ path, text }))),
      seconds: 10,
    });
    return {
      end: () => sandbox.end(),
      async shell(script: string) {
        const { status, output } = await sandbox.run({ script, seconds: BUILD_SECONDS });
        return { status, output: output.toString('utf8') };
      },
    };
  }

  const repository = () => join(root, 'usr/share/maven-repo');

  /** A project of one class and one test. */
  const project = (expected = '/tea/earl') => ({
    'tea/pom.xml': pom(repository(), JUNIT, SPRING),
    'tea/src/main/java/org/example/Tea.java': MAIN,
    'tea/src/test/java/org/example/TeaTest.java': test(expected),
  });

  it('tells its versions', () => {
    expect(record.versions.java).toMatch(/^openjdk 17\./);
    expect(record.versions.maven).toMatch(/Apache Maven 3\./);
  });

  it(
    'builds and tests a project with JUnit and Spring 4, without any network',
    async () => {
      const { shell, end } = await lab(project());
      const { status, output } = await shell('cd tea && mvn -q test && cat target/surefire-reports/*.txt');
      expect(output).toContain('Tests run: 1, Failures: 0, Errors: 0');
      expect(status).toBe(0);
      await end();
    },
    BUILD_SECONDS * 1_000,
  );

  it(
    'builds against its own repository as the local one, offline',
    async () => {
      const { shell, end } = await lab(project(), { mavenMirror: null });
      const { status, output } = await shell('cd tea && mvn -q -o -Dmaven.repo.local=/usr/share/maven-repo test');
      expect(output).not.toContain('ERROR');
      expect(status).toBe(0);
      await end();
    },
    BUILD_SECONDS * 1_000,
  );

  it(
    'fails with a failing test',
    async () => {
      const { shell, end } = await lab(project('/coffee/earl'));
      const { status, output } = await shell('cd tea && mvn -q test');
      expect(status).not.toBe(0);
      expect(output).toContain('expected:</[coffee]/earl>');
      await end();
    },
    BUILD_SECONDS * 1_000,
  );

  describe('beside a Maven host', () => {
    let host: Server;
    let port = 0;
    const asked: string[] = [];
    beforeAll(async () => {
      const places = [join(place, 'library'), repository()];
      host = createServer((message, reply) => {
        const path = decodeURIComponent(new URL(message.url ?? '', 'http://x').pathname);
        asked.push(path);
        const file = places.map((one) => join(one, path)).find((one) => existsSync(one) && statSync(one).isFile());
        if (file === undefined) reply.writeHead(404).end();
        else createReadStream(file).pipe(reply);
      }).listen(0, '127.0.0.1');
      await once(host, 'listening');
      port = (host.address() as AddressInfo).port;
    });
    afterAll(() => host?.close());

    /** A library that the host alone has, compiled in a lab. */
    async function publishLibrary(): Promise<void> {
      const { shell, end } = await lab({
        'lib/org/example/greeting/Greeting.java':
          'package org.example.greeting; public class Greeting { public static String to(String name) { return "Hello, " + name; } }',
      });
      const made = await shell(
        'cd lib && javac org/example/greeting/Greeting.java && jar cf g.jar org/example/greeting/Greeting.class && base64 -w0 g.jar',
      );
      await end();
      const folder = join(place, 'library/org/example/greeting/1.0');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'greeting-1.0.jar'), Buffer.from(made.output, 'base64'));
      const model = '<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId>';
      writeFileSync(
        join(folder, 'greeting-1.0.pom'),
        `${model}<artifactId>greeting</artifactId><version>1.0</version></project>`,
      );
    }

    it(
      'fetches a library and all plugins through the proxy, and nothing from elsewhere',
      async () => {
        await publishLibrary();
        const entries: ProxyEntry[] = [];
        const name = `maven.example.test:${port}`;
        const hosts = [name, `127.0.0.1:${port}`];
        const { shell, end } = await lab(
          {
            'hello/pom.xml': pom(repository(), JUNIT, dependency('org.example', 'greeting', '1.0')),
            'hello/src/test/java/org/example/HelloTest.java':
              'package org.example; public class HelloTest { @org.junit.Test public void greets() { org.junit.Assert.assertEquals("Hello, you", org.example.greeting.Greeting.to("you")); } }',
          },
          { hosts, mavenMirror: `http://${name}/` },
          (bubblewrap) =>
            openNetwork({ hosts, maxMegabytes: 500, maxSeconds: 60 }, bubblewrap, {
              resolve: async () => ['127.0.0.1'],
              onEntry: (entry) => void entries.push(entry),
            }),
        );
        const { status, output } = await shell('cd hello && mvn -q -B test && cat target/surefire-reports/*.txt');
        expect(output).toContain('Tests run: 1, Failures: 0, Errors: 0');
        expect(status).toBe(0);
        expect(asked).toContain('/org/example/greeting/1.0/greeting-1.0.jar');
        expect(new Set(entries.map((entry) => entry.host))).toEqual(new Set(['maven.example.test']));
        expect(entries.every(({ refusal }) => refusal === null)).toBe(true);
        const elsewhere = await shell('curl -sS -o /dev/null -w "%{http_code}" http://repo.example.org/; true');
        expect(elsewhere.output).toMatch(/403|not found/);
        await end();
      },
      BUILD_SECONDS * 1_000,
    );
  });
});
