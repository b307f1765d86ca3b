import { summaryOf } from '@academy/contract/lab-proof';
import type { BuiltWorkshop, BuiltWorkshopPage, WorkshopAction } from '../built-item.ts';
import type { FindingList } from '../finding-list.ts';
import type { RenderContext } from '../markdown/context.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { shortened } from '../text-source.ts';
import { LAST } from '../values.ts';
import { labAdditions } from './lab-additions.ts';
import { takeVariables, variablesByName } from './lab-variables.ts';
import { numberTerminals } from './terminal-numbers.ts';
import type { WorkshopPageSource, WorkshopSource } from './workshop-source.ts';

/** Renders a lab that was read without fatal findings. */
export async function buildWorkshop(workshop: WorkshopSource, context: RenderContext): Promise<BuiltWorkshop> {
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
      ...(workshop.proof === null ? {} : { proof: workshop.proof }),
    },
    // Labs are found through the lessons and guides that use them.
    search: [],
  };
}

async function buildPage(
  page: WorkshopPageSource,
  { data: { layout }, pictures: own, tests }: WorkshopSource,
  context: RenderContext,
): Promise<BuiltWorkshopPage> {
  const { name, title, exitSign, text } = page;
  if (text === null) {
    context.findings.warning('text-empty', page.file, 1, 'is empty; the page of the lab shows no text');
    return { name, title, html: '', headings: [], exitSign, actions: [], words: 0 };
  }
  const source = { ...text, text: takeVariables(text.text, layout) };
  const additions = labAdditions(layout, source.text);
  const pictures = new Map([...own, ...context.pictures]);
  const rendered = await renderMarkdown(source, 'page', { ...context, pictures, additions });
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
