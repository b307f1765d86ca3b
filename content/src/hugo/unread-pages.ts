import type { Finding } from '@academy/contract/findings';
import { LANGUAGES } from '@academy/contract/i18n/languages';
import { FindingList } from '../finding-list.ts';
import type { HugoSite, SitePage } from './hugo-site.ts';

/** Sections of a portal whose pages are items. */
const SECTIONS: Readonly<Record<string, string>> = {
  guides:
    'a guide is a page, or a folder with index.md. Its section has no text of its own here: move the text to a page',
  workshops:
    'a lab is a page, or a folder with index.md. Its section has no text of its own here: move the text to a page',
  learningpaths: 'a learning path is a folder with _index.md. Move the page into one',
  team: 'an author is a folder with _index.md, or a page. Move the text there',
};
const IN_BUNDLE =
  'it lies in the folder of an index.md, which is the whole page. Merge the text into index.md, or move it to a folder of its own';

/** Pages of a site that belong to no item: readers would never see them. */
export function unreadPages(site: HugoSite, read: ReadonlySet<string>): Finding[] {
  const findings = new FindingList();
  const tell = (file: string, message: string) =>
    findings.warning('file-unread', site.names.places.get(file) ?? file, 1, message);
  const elsewhere = new Map<string, SitePage[]>();
  for (const page of site.pages) {
    const inBundle = isInBundle(page.file, site.files);
    // A course takes all pages of its folder, and leaves out those in a bundle when it is read.
    if (page.text.trim() === '' || (read.has(page.file) && !inBundle)) continue;
    const known = SECTIONS[page.section];
    if (inBundle) tell(page.file, `nothing reads this page: ${IN_BUNDLE}`);
    else if (known !== undefined) tell(page.file, `nothing reads this page: ${known}`);
    else elsewhere.set(page.section, [...(elsewhere.get(page.section) ?? []), page]);
  }
  for (const [section, pages] of elsewhere) {
    const [first] = pages;
    if (first === undefined) continue;
    const folder = section === '' ? 'content' : `content/${section}`;
    const what = pages.length === 1 ? 'this page' : `${pages.length} pages of ${folder}`;
    tell(
      first.file,
      `nothing reads ${what}: items lie in content/${Object.keys(SECTIONS).join(', content/')}. Move or remove them`,
    );
  }
  for (const [language, files] of site.names.foreign) {
    const what = files.length === 1 ? 'this page' : `${files.length} pages in "${language}"`;
    tell(files[0] ?? 'content', `nothing reads ${what}: pages come in ${Object.keys(LANGUAGES).join(', ')}`);
  }
  for (const file of site.others) tell(file, 'nothing reads this page: write it in Markdown, with the ending .md');
  return findings.list();
}

/** True for a text in the folder of an `index.md`, at any depth. */
export function isInBundle(file: string, files: ReadonlySet<string>): boolean {
  const parts = file.split('/');
  for (let depth = parts.length - 1; depth > 1; depth -= 1) {
    const index = `${parts.slice(0, depth).join('/')}/index.md`;
    if (index !== file && files.has(index)) return true;
  }
  return false;
}
