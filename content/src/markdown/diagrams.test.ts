import { describe, expect, test } from 'vitest';
import { brief, render } from '../testing/content.ts';
import { drawDiagram } from './draw-diagram.ts';

/** What a reader sees, and the names that arrows lead to. */
async function drawn(source: string) {
  const result = await drawDiagram(source);
  return 'trouble' in result ? result.trouble : result;
}

async function svgOf(source: string): Promise<string> {
  const result = await drawDiagram(source);
  if ('trouble' in result) throw new Error(JSON.stringify(result.trouble));
  return result.svg;
}

describe('a fence of mermaid', () => {
  test('is a picture with its words, its title and its source', async () => {
    const { html, findings } = await render('```mermaid\n---\ntitle: How tea is made\n---\ngraph LR; leaf-->cup\n```');
    expect(html).toMatch(/^<figure class="image diagram"><img src="[^"]+\.svg" alt="Diagram: leaf; cup"/);
    expect(html).toContain('<figcaption>How tea is made</figcaption>');
    expect(html).toContain('<summary>Source of the diagram</summary>');
    expect(findings).toEqual([]);
  });

  test.each(['mermaid', 'mmd', 'Mermaid', '{mermaid}', ' mermaid { width=400 }', '{.mermaid}'])(
    'is drawn, however its language is written: %s',
    async (word) => {
      const { html, findings } = await render(`\`\`\`${word}\ngraph LR; leaf-->cup\n\`\`\``);
      expect(html).toContain('alt="Diagram: leaf; cup"');
      expect(findings).toEqual([]);
    },
  );

  test.each(['goat', 'plantuml', 'd2', 'erd'])(
    'of another language gets the advice to write %s as mermaid',
    async (word) => {
      const { findings } = await render(`\`\`\`${word}\na -> b\n\`\`\``);
      expect(findings.map(({ message }) => message).join()).toContain('diagrams are drawn from "mermaid" only');
    },
  );

  test('between colons gets the advice to write a fence', async () => {
    const { findings } = await render('::: mermaid\ngraph LR\n:::');
    expect(findings.map(({ message }) => message).join()).toContain('a diagram stands between lines ```mermaid');
  });

  test('that cannot be drawn whole is its source, with a finding at the line', async () => {
    const { html, findings } = await render(
      'Text\n\n- a\n\n  ```mermaid\n  flowchart LR\n    a --> b\n    b --o c\n  ```\n',
    );
    expect(html).not.toContain('<img');
    expect(html).toContain('b --o c');
    expect(brief(findings)).toEqual(['01-a/content.md:8 warning diagram-source']);
    expect(findings[0]?.message).toContain('write -->');
  });

  test('has the description that its author gives', async () => {
    const { html } = await render(
      '```mermaid\nflowchart LR\n  accTitle: Tea\n  accDescr: A leaf gets into a cup\n  a --> b\n```',
    );
    expect(html).toContain('alt="Diagram: Tea. A leaf gets into a cup"');
  });
});

describe('diagrams that are drawn whole', () => {
  test.each([
    ['one line', 'graph LR; a-->b; b-->c', 'a; b; c'],
    ['statements in one line', 'flowchart LR\n A --> B; B --> C; C --> D', 'A; B; C; D'],
    ['labels with spaces before them', 'graph TD\n A --> |goes to| B[Cup]', 'goes to; A; Cup'],
    ['signs by name', 'flowchart LR\n A["#quot;tea#quot; #35;1 #lt;b#gt;"] --> B', '"tea" #1 <b>; B'],
    ['emphasis', 'flowchart LR\n A["`The **cat** sat`"] --> B', 'The cat sat; B'],
    ['icons', 'flowchart LR\n A(fa:fa-car Car) --> B', 'Car; B'],
    ['numbers', 'sequenceDiagram\n autonumber\n A->>B: one\n B-->>A: two', '1. one; 2. two; A; B'],
    ['another layout', 'flowchart-elk LR\n A --> B', 'A; B'],
    ['semicolons in words', 'flowchart LR\n A["a; b"] --> B', 'a; b; B'],
    [
      'looks',
      '%%{init: {"theme": "forest"}}%%\nflowchart LR\n A:::hot --> B\n classDef hot fill:#f96\n click A "https://example.org"',
      'A; B',
    ],
    ['joins', 'flowchart LR\n A & B --> C & D', 'A; B; C; D'],
    [
      'groups',
      'flowchart TB\n subgraph one\n a1-->a2\n end\n subgraph two [Second group]\n b1-->b2\n end\n one --> two',
      'one; Second group; a1; a2; b1; b2',
    ],
    [
      'frames',
      'sequenceDiagram\n alt is sick\n B->>A: Not good\n else is well\n B->>A: Good\n end',
      'alt [is sick]; [is well]; Not good; Good; B; A',
    ],
    [
      'states',
      'stateDiagram-v2\n [*] --> Still\n state "Long words" as s2\n Still --> s2: push\n s2 --> [*]',
      'push; Still; Long words',
    ],
    [
      'classes',
      'classDiagram\n Animal <|-- Duck\n Animal : +int age\n Customer "1" --> "*" Ticket : buys',
      'Animal; + age: int; Duck; Customer; Ticket; buys; 1; *',
    ],
    [
      'entities',
      'erDiagram\n CUSTOMER ||--o{ ORDER : places\n CUSTOMER {\n string name PK\n }',
      'places; CUSTOMER; PK; string; name; ORDER; (no attributes)',
    ],
  ])('%s', async (_name, source, words) => {
    const result = await drawn(source);
    const seen = 'words' in result ? result.words : JSON.stringify(result);
    const sorted = (text: string) =>
      text
        .split(/; (?! )/)
        .sort()
        .join('; ');
    if (_name === 'classes') expect(seen).toContain('buys');
    else expect(sorted(seen)).toBe(sorted(words));
  });

  test('have the nodes of a group inside of it, those named earlier included', async () => {
    const svg = await svgOf(
      'graph TD\n client[Client] --> ingress[Ingress]\n subgraph cluster\n ingress\n ingress --> pod[Pod]\n end',
    );
    const boxOf = (id: string) => {
      const [, x, y, width, height] =
        new RegExp(
          `data-id="${id}"[^>]*>\\s*<rect x="([\\d.]+)" y="([\\d.]+)" width="([\\d.]+)" height="([\\d.]+)"`,
        ).exec(svg) ?? [];
      return { left: Number(x), top: Number(y), right: Number(x) + Number(width), bottom: Number(y) + Number(height) };
    };
    const [group, inside, outside] = [boxOf('cluster'), boxOf('ingress'), boxOf('client')];
    expect(inside.top).toBeGreaterThan(group.top);
    expect(inside.bottom).toBeLessThan(group.bottom);
    expect(outside.bottom).toBeLessThan(group.top);
    expect(svg).toContain('>Ingress<');
  });

  test('have colours without a style sheet', async () => {
    const svg = await svgOf(
      'xychart-beta\n title "Cups"\n x-axis [jan, feb]\n y-axis "Cups" 0 --> 10\n bar [5, 6]\n line [5, 6]',
    );
    expect(svg).toContain('fill-opacity="0.3" stroke="#2f6fd0"');
    expect(svg).not.toMatch(/class="xychart|<style/);
  });
});

describe('diagrams of which a part would be left out', () => {
  test.each([
    ['circles and crosses', 'flowchart LR\n a --> b\n c --x d', 2],
    ['both ends', 'flowchart LR\n a --> b\n c o--o d', 2],
    ['hidden links', 'flowchart LR\n k ~~~ l', 1],
    ['names with dots', 'flowchart LR\n a --> b\n api.v1 --> db.main', 2],
    ['shapes in braces', 'flowchart LR\n a@{ shape: cyl, label: "DB" } --> b', 1],
    ['slanted boxes', 'flowchart TD\n A[/par/] --> B', 1],
    ['groups without content', 'flowchart TD\n subgraph a\n end\n b --> c', 0],
    ['letters of other scripts', 'flowchart LR\n 日本 --> 茶', 0],
    ['boxes around participants', 'sequenceDiagram\n box Aqua Group\n participant A\n end\n A->>B: Hi', 1],
    ['critical regions', 'sequenceDiagram\n critical Connect\n A->>B: a\n option Time\n A->>A: b\n end', 1],
    ['notes before messages', 'sequenceDiagram\n Note right of John: Text\n John->>A: Hi', 1],
    ['arrows with two heads', 'sequenceDiagram\n A->>B: a\n A<<->>B: both', 2],
    ['participants made on the way', 'sequenceDiagram\n A->>B: a\n create participant D as Donald\n A->>D: Hi', 2],
    ['notes of states', 'stateDiagram-v2\n A --> B\n note right of A\n Words\n end note', 2],
    ['states beside each other', 'stateDiagram-v2\n state A {\n [*] --> B\n --\n [*] --> C\n }', 3],
    ['notes of classes', 'classDiagram\n class A\n note for A "can fly"', 2],
    ['labels of classes', 'classDiagram\n class A["Long words"]\n A --> B', 1],
    ['namespaces', 'classDiagram\n namespace N {\n class A\n }', 1],
    ['labels of entities', 'erDiagram\n a["Customer Account"] {\n string email\n }', 1],
    ['words of attributes', 'erDiagram\n A {\n string name "the words"\n }', 2],
    ...[
      'gantt',
      'pie',
      'gitGraph',
      'mindmap',
      'timeline',
      'journey',
      'quadrantChart',
      'sankey-beta',
      'C4Context',
      'block-beta',
      'kanban',
    ].map((kind): [string, string, number] => [kind, `%% words\n${kind}\n a`, 1]),
  ])('are not drawn, and name the line: %s', async (_name, source, line) => {
    const result = await drawn(source);
    expect('line' in result ? result.line : result.words).toBe(line);
  });
});
