import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** A tool by the names of files or folders at the root of its sites. */
const TOOLS: readonly { name: string; marks: RegExp }[] = [
  { name: 'Docusaurus', marks: /^docusaurus\.config\.[cm]?[jt]s$/ },
  { name: 'Hugo', marks: /^hugo\.(?:toml|ya?ml|json)$|^archetypes$/ },
  { name: 'MkDocs', marks: /^mkdocs\.ya?ml$/ },
  { name: 'Zensical', marks: /^zensical\.toml$/ },
  { name: 'mdBook', marks: /^book\.toml$/ },
  { name: 'GitBook', marks: /^(?:\.gitbook\.yaml|SUMMARY\.md)$/ },
  { name: 'Antora', marks: /^antora(?:-playbook)?\.ya?ml$/ },
  { name: 'VitePress', marks: /^\.vitepress$/ },
  { name: 'VuePress', marks: /^\.vuepress$/ },
  { name: 'Sphinx', marks: /^conf\.py$/ },
  { name: 'docsify', marks: /^_sidebar\.md$/ },
  { name: 'Astro', marks: /^astro\.config\.[cm]?[jt]s$/ },
  { name: 'Quarto', marks: /^_quarto\.ya?ml$/ },
  { name: 'Obsidian', marks: /^\.obsidian$/ },
  { name: 'Jekyll', marks: /^_config\.ya?ml$/ },
];

/** The tool whose site a folder or one directly in it is; null when it is of none that is known. */
export async function toolOf(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules').slice(0, 100);
  const names = entries.map(({ name }) => name);
  for (const entry of folders) {
    if (!entry.name.startsWith('.')) names.push(...(await readdir(path.join(folder, entry.name)).catch(() => [])));
  }
  return TOOLS.find(({ marks }) => names.some((name) => marks.test(name)))?.name ?? null;
}
