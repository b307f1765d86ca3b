import { beforeEach, expect, test } from 'vitest';
import { BrowserShell } from '../browser-shell.ts';

const ECHO = `#!/bin/bash
case $PATH_INFO in
/broken) exit 3 ;;
/silent) echo "no headers" ;;
/again) curl -s http://echo.test/again ;;
/slow) echo begun >> ~/exercises/log; sleep 1; echo ended >> ~/exercises/log ;;
esac
printf 'Status: %s\\nContent-Type: text/plain\\n\\n' "\${QUERY_STRING:-200}"
echo "$REQUEST_METHOD $PATH_INFO $HTTP_X_WORDS [$(cat)] \${SECRET:-nothing else}"
`;

let shell = new BrowserShell();
beforeEach(async () => {
  shell = new BrowserShell();
  const files = [
    { path: 'exercises/services/echo.test', text: ECHO },
    { path: 'exercises/order.json', text: '{"a":\n1}\n' },
  ];
  await shell.answer({ kind: 'start', files });
});
const run = async (command: string) => {
  const { stdout, stderr, exitCode } = await shell.answer({ kind: 'run', session: '1', command });
  return { stdout, stderr, exitCode };
};

test('a service of a lab answers under the name of its host', async () => {
  const words = `curl -i -H "X-Words: it's me" --json @order.json -X PUT http://echo.test/a`;
  expect(await run(`export SECRET=told; ${words}`)).toEqual({
    stdout: `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nPUT /a it's me [{"a":\n1}] nothing else\n`,
    stderr: '',
    exitCode: 0,
  });
  expect((await run('echo from a pipe | curl -s -d @- echo.test/b')).stdout).toContain('POST /b  [from a pipe]');
});

test('status, error and output are handled as by the real program', async () => {
  expect(await run("curl -s -o /dev/null -w '%{http_code} %{content_type}\\n' 'echo.test/?404'")).toMatchObject({
    stdout: '404 text/plain\n',
    exitCode: 0,
  });
  expect(await run("curl -f 'echo.test/?404'")).toEqual({
    stdout: '',
    stderr: 'curl: (22) The requested URL returned error: 404\n',
    exitCode: 22,
  });
  expect((await run('curl -s -o got.txt echo.test/file; cat got.txt')).stdout).toContain('GET /file');
  expect((await run('curl -sI echo.test/')).stdout).toBe('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
  expect((await run('curl -sv echo.test/')).stderr).toContain('< HTTP/1.1 200 OK');
});

test('there is no network: other hosts are not found, local ports are refused', async () => {
  expect(await run('curl https://example.org/')).toEqual({
    stdout: '',
    stderr: 'curl: (6) Could not resolve host: example.org\n',
    exitCode: 6,
  });
  expect(await run('curl -s http://localhost:8080/')).toEqual({ stdout: '', stderr: '', exitCode: 7 });
  expect(await run('curl -s http://..%2forder.json/')).toMatchObject({ stdout: '', exitCode: 3 });
});

test('a service that fails answers with status 500', async () => {
  expect((await run('curl -i -s echo.test/broken')).stdout).toMatch(/^HTTP\/1\.1 500 .*ended with status 3/s);
  expect((await run('curl -i -s echo.test/silent')).stdout).toMatch(/^HTTP\/1\.1 500 .*printed no headers/s);
});

test('a client that gives up leaves what was done, and ends the rest', async () => {
  expect(await run('curl -m 0.3 http://echo.test/slow; sleep 1.2; cat ~/exercises/log')).toMatchObject({
    stdout: 'begun\n',
    stderr: 'curl: (28) Operation timed out after 300 milliseconds with 0 bytes received\n',
  });
});

test('a service that asks itself without end is stopped', async () => {
  const { exitCode, stderr, stdout } = await run('curl -s echo.test/again');
  expect(exitCode === 0 ? stdout : stderr).not.toBe('');
  expect((await run('echo alive')).stdout).toBe('alive\n');
});
