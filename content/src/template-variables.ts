/** Values of template variables by name. */
export type TemplateVariables = Readonly<Record<string, string>>;

/** The body of a content page with variables; a page without them has `content.md`. */
export const PAGE_TEMPLATE = 'content.template.md';

const VARIABLE = /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;
/** Lines of the deployment trace: what they say about a push does not change the content. */
const TRACE_LINE = /^\s*"debug\.[a-z-]+"\s*:/;

export function isTemplate(file: string): boolean {
  return /(?:^|\/)[^/]+\.template\.(?:json|md)$/.test(file);
}

/**
 * Fills `$NAME` and `${NAME}` of a template file; unset names become empty, as with `envsubst`. In JSON files the
 * values are escaped, so that no value can break the file.
 */
export function fillTemplate(text: string, variables: TemplateVariables, file: string): string {
  const json = file.endsWith('.json');
  return text.replace(VARIABLE, (_match, braced: string | undefined, bare: string | undefined) => {
    const name = braced ?? bare ?? '';
    const value = Object.hasOwn(variables, name) ? (variables[name] ?? '') : '';
    return json ? JSON.stringify(value).slice(1, -1) : value;
  });
}

/** The names that a template uses outside of its deployment trace, sorted. */
export function variablesThatMatter(text: string): string[] {
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    if (TRACE_LINE.test(line)) continue;
    for (const match of line.matchAll(VARIABLE)) names.add(match[1] ?? match[2] ?? '');
  }
  return [...names].sort();
}
