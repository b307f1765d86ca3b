import type { LabPack } from '@academy/contract/lab-files';
import { summaryOf } from '@academy/contract/lab-proof';
import type { BuiltWorkshop, BuiltWorkshopPage, WorkshopAction } from '../built-item.ts';
import { FindingList } from '../finding-list.ts';
import type { RenderContext } from '../markdown/context.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { shortened, type TextSource } from '../text-source.ts';
import { LAST } from '../values.ts';
import { labAdditions } from './lab-additions.ts';
import { takeVariables, variablesByName } from './lab-variables.ts';
import { type FilledText, fillTemplates, hasTemplates } from './liquid.ts';
import { pageLinks } from './page-links.ts';
import { numberTerminals } from './terminal-numbers.ts';
import { settleThemeShortcodes } from './theme-shortcodes.ts';
import type { WorkshopPageSource, WorkshopSource } from './workshop-source.ts';

/**
 * Renders a lab that was read without fatal findings.
 *
 * @param packs what it brings along from elsewhere
 */
export async function buildWorkshop(
  workshop: WorkshopSource,
  context: RenderContext,
  packs: readonly LabPack[] = [],
): Promise<BuiltWorkshop> {
  const pages: BuiltWorkshopPage[] = [];
  for (const page of workshop.pages) pages.push(await buildPage(page, workshop, context));
  const placed = pages.flatMap(({ actions }, at) =>
    actions.map((action) => ({ action, file: workshop.pages[at]?.file ?? '' })),
  );
  numberTerminals(placed, context.findings);
  return {
    kind: 'workshop',
    id: workshop.name,
    slug: workshop.name,
    title: workshop.title,
    status: 'live',
    sortOrder: LAST,
    data: { ...workshop.data, ...(workshop.proof === null ? {} : { proof: summaryOf(workshop.proof) }) },
    body: {
      pages,
      tests: workshop.tests,
      files: workshop.files,
      solution: workshop.solution,
      ...(packs.length === 0 ? {} : { packs: [...packs] }),
      ...(packs.length < sourcesIn(workshop) ? { lacksFiles: true } : {}),
      ...(workshop.scripts.length === 0 ? {} : { scripts: workshop.scripts }),
      ...(workshop.proof === null ? {} : { proof: workshop.proof }),
    },
    // Labs are found through the lessons and guides that use them.
    search: [],
  };
}

/** How many packs a lab has when all its files were fetched. */
const sourcesIn = ({ sources: { files, packages } }: WorkshopSource): number =>
  packages.reduce((sum, { sources }) => sum + sources.length, files.length);

async function buildPage(
  page: WorkshopPageSource,
  workshop: WorkshopSource,
  context: RenderContext,
): Promise<BuiltWorkshopPage> {
  const { pictures: own, tests } = workshop;
  const { layout } = workshop.data;
  const { name, title, exitSign, text } = page;
  if (text === null) {
    context.findings.warning('text-empty', page.file, 1, 'is empty; the page of the lab shows no text');
    return { name, title, html: '', headings: [], exitSign, actions: [], words: 0 };
  }
  // Of lines that were made, findings name the line of the source.
  const findings = new FindingList();
  const filled = filledText(text, workshop, findings);
  const lineOf = (line: number) => filled.lines[line - 1] ?? line;
  const links = pageLinks(workshop.pages.map((one) => one.name));
  const additions = labAdditions(layout, filled.text, (address) => links(name, address));
  const pictures = new Map([...own, ...context.pictures]);
  const made = new FindingList();
  const source = { ...text, text: filled.text };
  const rendered = await renderMarkdown(source, 'page', { ...context, findings: made, pictures, additions });
  for (const action of additions.actions) action.line = lineOf(action.line);
  context.findings.addAll(findings.list());
  context.findings.addAll(
    made.list().map((finding) => (finding.file === page.file ? { ...finding, line: lineOf(finding.line) } : finding)),
  );
  reportLooseEnds(page.file, additions.actions, tests, context.findings);
  return {
    name,
    title,
    // A text that was too complex to be parsed still contains its placeholders.
    html: variablesByName(rendered.html),
    headings: rendered.headings.map(({ id, text: words }) => ({ id, text: variablesByName(words) })),
    exitSign,
    actions: additions.actions,
    words: rendered.words,
  };
}

/** The text of a page with its templates and variables filled in. */
function filledText(
  { file, text }: TextSource,
  { data: { layout }, values, texts }: WorkshopSource,
  findings: FindingList,
): FilledText {
  const written = text.replace(/[\ue002-\ue007]/g, '\ufffd');
  const clean = layout === 'hugo' ? settleThemeShortcodes(written, values, { file, findings }) : written;
  const { text: shown, lines } =
    layout === 'classic' && hasTemplates(clean)
      ? fillTemplates(clean, { values, texts }, { file, findings })
      : { text: clean, lines: [] };
  const filled = takeVariables(shown, layout, values, (name, at) => {
    const line = clean.slice(0, at).split('\n').length;
    const message = `no lab fills the parameter "${shortened(name, 60)}"; its name is shown. Mend the name, or define it under "params" in workshop/config.yaml`;
    findings.warning('variable-unknown', file, line, message);
  });
  return { text: filled, lines };
}

/** Reports actions with missing checks, and sections that are not closed. */
function reportLooseEnds(
  file: string,
  actions: readonly WorkshopAction[],
  tests: WorkshopSource['tests'],
  findings: FindingList,
): void {
  const open: WorkshopAction[] = [];
  // A lab without any checks finds them in its image.
  const names = tests.length === 0 ? null : new Set<unknown>(tests.map((test) => test.name));
  for (const action of actions.filter(({ known }) => known)) {
    const { name, settings, line } = action;
    if (name === 'section:begin') open.push(action);
    if (name === 'section:end') open.pop();
    if (name !== 'examiner:execute-test' || names === null || names.has(settings.name)) continue;
    const message = `the check "${shortened(String(settings.name ?? ''), 80)}" has no program; add it to workshop/examiner/tests, or mend the name`;
    findings.warning('lab-check-missing', file, line, message);
  }
  for (const { line } of open) {
    const message = 'the part that begins here does not end; add a block ```section:end';
    findings.warning('lab-section-unclosed', file, line, message);
  }
}
