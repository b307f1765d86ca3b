import type { Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import { RESERVED_SLUGS } from '@academy/contract/reserved-slugs';
import { checkTenantPrefix } from '../checks/tenant-prefix.ts';
import { type Located, readFields } from '../fields.ts';
import { FindingList } from '../finding-list.ts';
import type { BuildOptions } from '../item-hash.ts';
import { readBody } from '../item-text.ts';
import { readText } from '../read-text.ts';
import type { SourceFiles } from '../source-files.ts';
import { fillTemplate, PAGE_TEMPLATE } from '../template-variables.ts';
import type { TextSource } from '../text-source.ts';
import { readNames } from '../values.ts';

/** A content page from its folder: read and checked, variables filled in, not yet rendered. */
export interface ContentPageSource {
  file: string;
  id: Located<string>;
  slug: Located<string>;
  title: string;
  status: Status;
  description: TextSource | null;
  content: TextSource | null;
}

const RESERVED = new Set(RESERVED_SLUGS.map((slug) => slug.toLowerCase()));

/** Reads a page's folder; template variables of `content.template.md` are filled in. */
export function readContentPage(
  files: SourceFiles,
  options: BuildOptions,
): { page: ContentPageSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const page = readPageFile(files, options, findings);
  if (page !== null) {
    checkTenantPrefix(page.id, options.file, options.tenantId, findings);
    checkSlugFree(page, findings);
  }
  return { page: findings.refused ? null : page, findings: findings.list() };
}

function readPageFile(
  files: SourceFiles,
  { file, variables }: BuildOptions,
  findings: FindingList,
): ContentPageSource | null {
  const fields = readFields(files, file, {}, findings, 'page');
  if (fields === null) return null;
  // A filled-in copy may lie beside its template.
  const isTemplate = files.has(PAGE_TEMPLATE);
  const body = isTemplate ? PAGE_TEMPLATE : 'content.md';
  const content = readBody(files, body, { needed: true, what: 'a page' }, findings);
  return {
    file,
    ...readNames(fields, findings),
    description: readText(files, 'description.md', findings),
    content:
      content === null || !isTemplate ? content : { ...content, text: fillTemplate(content.text, variables, body) },
  };
}

/** A page has the address `/{slug}`, beside the application's own addresses. */
function checkSlugFree({ slug, file }: ContentPageSource, findings: FindingList): void {
  if (!RESERVED.has(slug.value.toLowerCase())) return;
  const message = `slug "${slug.value}" is an address of the academy itself; give the page another one`;
  findings.fatal('slug-reserved', file, slug.line, message);
}
