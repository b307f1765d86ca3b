/** Text that is already markup. Only the `html` tag and `raw` create it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup from a template; every value is escaped, except markup. Undefined, null and false become an empty text. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, index) => `${text}${insert(values[index - 1])}${part}`));
}

/** Uses trusted text as markup: constants of this workspace and drawings that were checked when they were loaded. */
export function raw(text: string): Html {
  return new Html(text);
}

function insert(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(insert).join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
