import type { Fields } from '../fields.ts';
import { compare } from '../finding-list.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { hugoParameters } from './own-variables.ts';
import {
  chosen,
  decodeFile,
  type Env,
  type LabPages,
  type Listed,
  type Place,
  reportUnused,
  settingsFile,
  titleOf,
} from './page-files.ts';
import type { WorkshopPageSource } from './workshop-source.ts';

interface HugoPage extends WorkshopPageSource {
  /** Of the page itself. */
  ownTitle: string;
  /** 0: none. */
  weight: number;
  /** Milliseconds since 1970; pages without a date come last. */
  date: number;
}

/** The pages of a lab for Hugo, in their order. @param env of the lab's session */
export function hugoPages(place: Place, env: Env): LabPages {
  const config = settingsFile(place, 'config.yaml');
  const pathways = config?.object('pathways') ?? null;
  const paths = pathways?.object('paths') ?? null;
  const pathway = pathways?.string('default') || paths?.names()[0] || null;
  const path = pathway === null ? null : (paths?.object(pathway) ?? null);
  const values = new Map(hugoParameters(config, path, env, place.findings));
  if (pathway !== null) values.set('pathway_name', pathway);

  const pages = new Map<string, HugoPage>();
  for (const [name, file] of place.onDisk) {
    const page = hugoPage(name, file, titlesOf(config, pathways, name), place);
    if (page !== null) pages.set(name, page);
  }
  const order = path === null || config === null ? [] : chosen(stepsOf(path, config.file), place);
  if (order.length > 0) reportUnused(order, null, place);
  const ordered = order.length > 0 ? order.flatMap((name) => pages.get(name) ?? []) : inOrder([...pages.values()]);
  return { pages: ordered.map(({ ownTitle: _ownTitle, weight: _weight, date: _date, ...page }) => page), values };
}

/**
 * Hugo's order where a page has a weight: by weight, without one last; then the newest first, by title, by path. Where
 * none has one, the platform sorts by path.
 */
function inOrder(pages: HugoPage[]): HugoPage[] {
  const byPath = (a: HugoPage, b: HugoPage) => compare(a.name, b.name);
  if (pages.every(({ weight }) => weight === 0)) return pages.sort(byPath);
  return pages.sort(
    (a, b) =>
      Number(a.weight === 0) - Number(b.weight === 0) ||
      a.weight - b.weight ||
      b.date - a.date ||
      compare(a.ownTitle.toLowerCase(), b.ownTitle.toLowerCase()) ||
      byPath(a, b),
  );
}

interface Titles {
  /** Of the map `pathways.modules`: it wins over the page's own. */
  ofPathway: string;
  /** Of the list `modules`, which the platform documents. */
  listed: string;
}

function titlesOf(config: Fields | null, pathways: Fields | null, name: string): Titles {
  const listed = config?.objects('modules')?.find((module) => module.string('name') === name);
  return {
    ofPathway: pathways?.object('modules')?.object(name)?.string('title') ?? '',
    listed: listed?.string('title') ?? '',
  };
}

function hugoPage(name: string, file: string, titles: Titles, place: Place): HugoPage | null {
  const read = splitFrontMatter(decodeFile(place, file), file, place.findings);
  if (read === null) return null;
  const { fields, text } = read;
  const hidden = whyHidden(fields, Date.now());
  if (hidden !== null) {
    place.findings.warning('workshop-page-unused', file, fields.lineOf(hidden.field), hidden.message);
    return null;
  }
  const ownTitle = fields.string('title') ?? '';
  return {
    ownTitle,
    name,
    title: titles.ofPathway || ownTitle || titles.listed || titleOf(name),
    exitSign: null,
    file,
    text: text === null ? null : { ...text, dialect: 'hugo' },
    weight: weightOf(fields),
    date: momentOf(fields, 'date') ?? Number.NEGATIVE_INFINITY,
  };
}

/** Hugo takes a number in quotes too. */
function weightOf(fields: Fields): number {
  const written = fields.plain('weight');
  return typeof written === 'string' && /^-?\d{1,9}$/.test(written) ? Number(written) : (fields.whole('weight') ?? 0);
}

/** Why Hugo leaves out a page, and the field that says so; null: it does not. */
function whyHidden(fields: Fields, now: number): { field: string; message: string } | null {
  if (fields.boolean('draft') === true)
    return { field: 'draft', message: 'the page is a draft, so it is not shown; take "draft" away to show it' };
  const begins = fields.has('publishDate') ? 'publishDate' : 'date';
  if ((momentOf(fields, begins) ?? now) > now)
    return {
      field: begins,
      message: `the page is not shown before its "${begins}", and not until it is published again then`,
    };
  if ((momentOf(fields, 'expiryDate') ?? now) < now)
    return { field: 'expiryDate', message: 'the page has expired, so it is not shown; change "expiryDate" to show it' };
  return null;
}

/** Milliseconds since 1970; null for no date, or none that can be read. */
function momentOf(fields: Fields, name: string): number | null {
  const value = fields.plain(name);
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

function stepsOf(path: Fields, file: string): Listed[] {
  return (path.strings('steps') ?? []).map(({ value, line }) => ({ name: value.replace(/\/$/, ''), file, line }));
}
