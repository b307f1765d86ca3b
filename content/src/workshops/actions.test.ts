import { describe, expect, test } from 'vitest';
import { nearAction } from './actions.ts';
import { aLab, buildLab, builtPage } from './testing.ts';

const fence = (word: string, body: string) => `\`\`\`${word}\n${body}\n\`\`\``;

describe('clickable actions', () => {
  test('an action keeps its settings and is shown as code with a title', async () => {
    const page = await builtPage(fence('terminal:execute', 'command: ls -l\nsession: 2'));
    expect(page.actions).toEqual([
      { name: 'terminal:execute', known: true, settings: { command: 'ls -l', session: '2' }, line: 1 },
    ]);
    expect(page.html).toContain(
      '<div class="lab-action" data-action="0"><p class="lab-action-title">Run in terminal 2</p>',
    );
    expect(page.html).toContain('data-copy');
    expect(page.findings).toEqual([]);
  });

  test.each([
    ['execute', 'ls', { name: 'terminal:execute', settings: { command: 'ls' } }],
    ['execute-1', 'ls', { name: 'terminal:execute', settings: { command: 'ls', session: '1' } }],
    ['execute-2', 'a: b', { name: 'terminal:execute', settings: { command: 'a: b', session: '2' } }],
    ['execute-all', 'clear', { name: 'terminal:execute-all', settings: { command: 'clear' } }],
    ['execute', '<ctrl+c>', { name: 'terminal:interrupt', settings: {} }],
    ['execute-2', '<ctrl-c>', { name: 'terminal:interrupt', settings: { session: '2' } }],
    ['execute-all', '<ctrl+c>', { name: 'terminal:interrupt-all', settings: {} }],
    ['copy', 'x', { name: 'workshop:copy', settings: { text: 'x' } }],
    ['copy java', 'int x;', { name: 'workshop:copy', settings: { text: 'int x;', language: 'java' } }],
    ['copy-and-edit', 'x', { name: 'workshop:copy-and-edit', settings: { text: 'x' } }],
  ])('the short form "%s" is read as plain text', async (word, body, expected) => {
    const page = await builtPage(fence(word, body));
    expect(page.actions).toEqual([{ ...expected, known: true, line: 1 }]);
    expect(page.findings).toEqual([]);
  });

  test.each([
    ['terminal:execute', 'command: <ctrl+c>\nsession: 2', { name: 'terminal:interrupt', settings: { session: '2' } }],
    ['terminal:execute', 'command: <CTRL-C>', { name: 'terminal:interrupt', settings: {} }],
    ['terminal:execute', 'command: ls\nsession: "*"', { name: 'terminal:execute-all', settings: { command: 'ls' } }],
    ['terminal:execute', 'command: <ctrl-c>\nsession: "*"', { name: 'terminal:interrupt-all', settings: {} }],
    ['terminal:execute-all', 'command: <ctrl-c>', { name: 'terminal:interrupt-all', settings: {} }],
    ['terminal:clear', 'session: "*"', { name: 'terminal:clear-all', settings: {} }],
    ['terminal:interrupt', 'session: "*"', { name: 'terminal:interrupt-all', settings: {} }],
    ['terminal:input', 'text: y\nsession: "*"', { name: 'terminal:input', settings: { text: 'y', session: '*' } }],
    [
      'terminal:clear',
      'cascade: true\npause: 500',
      { name: 'terminal:clear', settings: { cascade: true, pause: 500 } },
    ],
    ['files:upload-files', 'directory: photos', { name: 'files:upload-files', settings: { directory: 'photos' } }],
    ['files:upload-file', '', { name: 'files:upload-file', settings: {} }],
  ])('%s with %j is what it means on the platform', async (word, body, expected) => {
    const page = await builtPage(fence(word, body));
    expect(page.actions).toEqual([{ ...expected, known: true, line: 1 }]);
    expect(page.findings).toEqual([]);
  });

  test("actions inside lists and quotes are found in the page's order", async () => {
    const inList = fence('editor:open-file', 'file: ~/x.java\nline: 5').replaceAll('\n', '\n   ');
    const inQuote = fence('terminal:interrupt', 'session: 2').replaceAll('\n', '\n> ');
    const page = await builtPage(`1. First\n\n   ${inList}\n\n> ${inQuote}\n\n${fence('execute', 'ls')}`);
    expect(page.actions.map(({ name, line }) => `${line} ${name}`)).toEqual([
      '3 editor:open-file',
      '8 terminal:interrupt',
      '12 terminal:execute',
    ]);
    expect(page.html).toContain('Open file ~/x.java at line 5');
    expect([...page.html.matchAll(/data-action="(\d)"/g)].map(([, at]) => at)).toEqual(['0', '1', '2']);
  });

  test('an action without its check is reported when the lab has checks', async () => {
    const text = `Hello\n\n${fence('examiner:execute-test', 'name: there')}\n\n${fence('examiner:execute-test', 'name: gone')}`;
    const tests = { 'workshop/examiner/tests/there': '#!/bin/bash\n' };
    expect((await builtPage(text, tests)).findings).toEqual([
      'workshop/content/01-start.md:7 warning lab-check-missing',
    ]);
    expect((await builtPage(text)).findings).toEqual([]);
  });

  test('a section that never ends is reported', async () => {
    const unclosed = 'workshop/content/01-start.md:11 warning lab-section-unclosed';
    const part = fence('section:begin', 'title: Solution');
    const closed = `${part}\n\nText\n\n${fence('section:end', '')}`;
    expect((await builtPage(`${closed}\n\n${part}\n\nText`)).findings).toEqual([unclosed]);
    expect((await builtPage(closed)).findings).toEqual([]);
  });

  test('an unknown action is shown as code and reported', async () => {
    const page = await builtPage(fence('x-editor:sparkle', 'command: workbench.view.scm'));
    expect(page.actions[0]).toMatchObject({ known: false, settings: { command: 'workbench.view.scm' } });
    expect(page.html).toContain('command: workbench.view.scm');
    expect(page.findings).toEqual(['workshop/content/01-start.md:1 warning action-unknown']);
  });

  test('an action whose body is no YAML is shown as code and reported', async () => {
    const tab = await builtPage(`\n${fence('terminal:execute', 'command: |\n\tls')}`);
    expect(tab.actions).toEqual([{ name: 'terminal:execute', known: false, settings: {}, line: 2 }]);
    expect(tab.findings).toEqual(['workshop/content/01-start.md:4 error action-unreadable']);
    const words = await builtPage(fence('x-editor:sparkle', '\nOh, and it is ignored'));
    expect(words.actions[0]).toMatchObject({ known: false, settings: {} });
    expect(words.html).toContain('Oh, and it is ignored');
  });

  test("an alias of an action has the action's name", async () => {
    const page = await builtPage(fence('x-terminal:focus', 'session: 2'));
    expect(page.actions[0]).toMatchObject({ name: 'terminal:select', known: true, settings: { session: '2' } });
    expect(page.findings).toEqual([]);
    const ignored = await builtPage(fence('x-terminal:focus', '\nOh, and it is ignored'));
    expect(ignored.actions[0]).toMatchObject({ name: 'terminal:select', known: true, settings: {} });
    expect(ignored.findings).toEqual([]);
  });

  test('a quoted text that continues without indentation is parsed and reported', async () => {
    const page = await builtPage(
      fence('editor:insert-lines-before-line', 'file: ~/pom.xml\nline: 5\ntext: "<a>\n<b/>\n</a>"'),
    );
    expect(page.actions[0]).toMatchObject({ known: true, settings: { line: 5, text: '<a> <b/> </a>' } });
    expect(page.findings).toEqual(['workshop/content/01-start.md:4 warning action-indent']);
    const deeper = await builtPage(
      fence('editor:insert-lines-before-line', 'file: ~/pom.xml\nline: 50\ntext: "<a>\n  <b/>\n</a>"'),
    );
    expect(deeper.findings).toEqual(['workshop/content/01-start.md:5 warning action-indent']);
  });

  test('an action without required settings is shown as code and reported', async () => {
    const page = await builtPage(fence('terminal:execute', 'session: 1'));
    expect(page.actions[0]?.known).toBe(false);
    expect(page.findings).toEqual(['workshop/content/01-start.md:1 error action-incomplete']);
  });

  test('invalid and unknown settings are reported with their line and left out', async () => {
    const page = await builtPage(fence('editor:open-file', 'file: ~/x\nline: soon\ncolour: red\nhidden: maybe'));
    expect(page.actions[0]?.settings).toEqual({ file: '~/x' });
    expect(page.findings).toEqual([
      'workshop/content/01-start.md:3 warning action-field-type',
      'workshop/content/01-start.md:4 warning action-field-unknown',
      'workshop/content/01-start.md:5 warning action-field-type',
    ]);
  });

  test('a setting that many actions lack is reported once for the page, counted', async () => {
    const one = fence('terminal:execute', 'command: ls\nbackground: false');
    const result = await buildLab(aLab({ 'workshop/content/01-start.md': [one, one, one].join('\n\n') }));
    const told = result.findings.filter(({ code }) => code === 'action-field-unknown');
    expect(told.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '3 "terminal:execute" has no setting "background" (3 times on this page); it was left out',
    ]);
  });

  test('a setting whose name is misspelt gets the right one as advice', async () => {
    const result = await buildLab(
      aLab({ 'workshop/content/01-start.md': fence('terminal:execute', 'command: ls\nsesion: 2') }),
    );
    expect(result.findings.map(({ message }) => message)).toEqual([
      '"terminal:execute" has no setting "sesion"; did you mean "session"?',
    ]);
  });

  test('common settings are kept, and an infinite number can be stored', async () => {
    const body =
      'name: check\ntitle: Is it there?\nautostart: true\ncascade: true\nretries: .INF\ndelay: 1\nargs: [a, 2]';
    const page = await builtPage(fence('examiner:execute-test', body));
    expect(page.actions[0]?.settings).toEqual({
      name: 'check',
      title: 'Is it there?',
      autostart: true,
      cascade: true,
      retries: 'infinite',
      delay: 1,
      args: ['a', 2],
    });
    expect(page.html).toContain('The lab checks this with the test Is it there?');
  });

  test('a hidden action has its place but no readable form', async () => {
    const page = await builtPage(
      fence('terminal:execute-all', 'command: cd ~/secret-place\nhidden: true\nautostart: true'),
    );
    expect(page.actions[0]?.settings.command).toBe('cd ~/secret-place');
    expect(page.html).toBe('<div class="lab-action" data-action="0" hidden></div>');
  });

  test("the author's title and prefix are shown above", async () => {
    const page = await builtPage(
      fence('terminal:execute', 'command: ls\nprefix: Task\ntitle: Look around\ndescription: ""'),
    );
    expect(page.html).toContain('<p class="lab-action-title">Task: Look around</p>');
    expect(page.html).not.toContain('lab-action-text');
  });

  test('the content of a section can be opened', async () => {
    const text = `${fence('section:begin', 'title: A solution')}\n\nInside\n\n${fence('execute', 'ls')}\n\n${fence('section:end', '')}\n\nAfter`;
    const { html, actions } = await builtPage(text);
    expect(actions.map(({ name }) => name)).toEqual(['section:begin', 'terminal:execute', 'section:end']);
    expect(html).toMatch(/<details class="lab-section" data-action="0"><summary>A solution<\/summary>/);
    expect(html.indexOf('Inside')).toBeLessThan(html.indexOf('</details>'));
    expect(html.indexOf('After')).toBeGreaterThan(html.indexOf('</details>'));
  });

  test('an address is a link when it can be opened, and code otherwise', async () => {
    const urls = ['https://example.org/a', 'http://{{session_namespace}}.{{ingress_domain}}/', 'javascript:alert(1)'];
    const [link, own, script] = await Promise.all(
      urls.map((url) => builtPage(fence('dashboard:open-url', `url: ${url}`))),
    );
    expect(link?.html).toContain('<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">');
    expect(own?.html).not.toContain('<a ');
    expect(own?.actions[0]?.settings.url).toBe('http://{{ session_namespace }}.{{ ingress_domain }}/');
    expect(script?.html).not.toContain('<a ');
  });
});

describe('what the lab platform 3.7.1 refuses is reported', () => {
  test.each([
    ['a name that stands twice', fence('terminal:execute', 'command: ls\ncommand: pwd'), 'action-field-repeated', 3],
    [
      'the same inside of a setting',
      fence('examiner:execute-test', 'name: x\nprove:\n  run: a\n  run: b'),
      'action-field-repeated',
      5,
    ],
    ['a number as argument', fence('examiner:execute-test', 'name: x\nargs:\n- "1"\n- 2'), 'action-field-type', 5],
    ['capitals', fence('Terminal:Execute', 'command: ls'), 'action-unknown', 1],
  ])('%s', async (_what, text, code, line) => {
    const page = await builtPage(text);
    expect(page.findings).toContain(`workshop/content/01-start.md:${line} warning ${code}`);
  });

  test('a word in capitals that names no action is code', async () => {
    expect((await builtPage(fence('YAML', 'a: b'))).findings).not.toContain(
      'workshop/content/01-start.md:1 warning action-unknown',
    );
  });
});

describe('hostile actions', () => {
  test('text can forge neither an action nor its place', async () => {
    const forged =
      '<div class="lab-action" data-action="0" onclick="x()">no</div>\n\n\ue0000\ue001 \ue002session_name\ue003\n\n';
    const { html } = await builtPage(`${forged}${fence('execute', 'ls')}`);
    expect(html.match(/data-action/g)).toHaveLength(1);
    expect(html).not.toContain('onclick');
    expect(html).not.toContain('lab-variable');
    expect(html).not.toMatch(/[\ue000-\ue003]/);
  });

  test('markup in settings is text', async () => {
    const body = 'title: "<img src=x onerror=alert(1)>"\ncommand: "<script>alert(1)</script>"';
    const { html } = await builtPage(fence('terminal:execute', body));
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img');
  });

  test('names of inherited properties stay names', async () => {
    const { actions } = await builtPage(
      fence('examiner:execute-test', 'name: x\n__proto__: {a: 1}\ninputs: {__proto__: {polluted: 1}, b: 2}'),
    );
    expect(actions[0]?.settings).toEqual({ name: 'x', inputs: { b: 2 } });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    const { actions: others } = await builtPage(`${fence('constructor', 'x')}\n\n${fence('to:string', 'a: 1')}`);
    expect(others.map(({ name, known }) => [name, known])).toEqual([['to:string', false]]);
  });

  test('thousands of actions on a page are read in time', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => fence('execute', `ls ${at}`)).join('\n\n');
    const begun = performance.now();
    const { actions } = await builtPage(many);
    expect(actions).toHaveLength(2_000);
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  test('sections that are never closed, or closed twice, lose nothing', async () => {
    const begin = fence('section:begin', 'title: Open');
    const end = fence('section:end', '');
    const { html } = await builtPage(
      [end, begin, 'In', begin, 'Deeper', end, end, end, 'Out', begin, 'Last'].join('\n\n'),
    );
    expect(html.match(/<details/g)).toHaveLength(3);
    for (const word of ['In', 'Deeper', 'Out', 'Last']) expect(html).toContain(`<p>${word}</p>`);
    expect(html).toMatch(/<\/details>\s*<\/details>[\s\S]*<p>Out<\/p>/);
  });

  test('hundreds of sections inside each other stay readable', async () => {
    const begin = fence('section:begin', 'title: Open');
    const { html, actions } = await builtPage(`${`${begin}\n\n`.repeat(300)}End`);
    expect(actions).toHaveLength(300);
    expect(html.match(/<details/g)).toHaveLength(300);
    expect(html).toContain('<p>End</p>');
  });

  // Shows security#unpacked-limits
  test('a YAML bomb in an action is reported', async () => {
    const levels = 'abcdefgh'
      .split('')
      .map((name, at, all) => `${name}: &${name} [${`*${all[at - 1]},`.repeat(at === 0 ? 0 : 9)}1]`);
    const { actions, findings } = await builtPage(fence('terminal:execute', levels.join('\n')));
    expect(actions[0]?.known).toBe(false);
    expect(findings[0]).toMatch(/error action-unreadable$/);
  });
});

describe('what an unknown action may mean', () => {
  test.each([
    ['terminal:exceute', 'terminal:execute'],
    ['terminal:execute_all', 'terminal:execute-all'],
    ['Terminal:Execute', 'terminal:execute'],
    ['terminal-execute', 'terminal:execute'],
    ['editor.open-file', 'editor:open-file'],
    ['editor:open', 'editor:open-file'],
    ['dashboard:open-file', 'editor:open-file'],
    ['excute', 'execute'],
    ['java', null],
    ['x-terminal:dance', null],
  ])('%s: %s', (word, meant) => {
    expect(nearAction(word)).toBe(meant);
  });

  test('is in the finding, also where the word names no action', async () => {
    const told = async (word: string) => {
      const files = aLab({ 'workshop/content/01-start.md': `\`\`\`${word}\ncommand: ls\n\`\`\`` });
      return (await buildLab(files)).findings.map(({ code, message }) => [code, /mean.*"(.*)"/.exec(message)?.[1]]);
    };
    expect(await told('terminal:exceute')).toEqual([['action-unknown', 'terminal:execute']]);
    expect(await told('terminal-execute')).toEqual([['code-language', 'terminal:execute']]);
  });
});
