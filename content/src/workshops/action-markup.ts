import type { Element, ElementContent } from 'hast';
import type { WorkshopAction } from '../built-item.ts';
import { httpsUrl } from '../links.ts';
import { externalLink } from '../markdown/anchors.ts';
import { CONTENT_CLASSES } from '../markdown/classes.ts';
import { colouredCodeFigure } from '../markdown/code.ts';
import { h } from '../markdown/hast.ts';
import type { ActionReading } from './action-kind.ts';
import { ACTIONS } from './action-table.ts';
import { takeVariables } from './lab-variables.ts';

/**
 * The readable form of one action: a line that says what it does, and its arguments.
 *
 * @param at its index in the page's list of actions
 * @param body the text of its block, for unknown actions
 */
export async function actionElement(action: WorkshopAction, at: number, body: string): Promise<Element> {
  const className = [CONTENT_CLASSES.labAction];
  const { settings } = action;
  if (settings.hidden === true) return h('div', { className, dataAction: at, hidden: true });
  const kind = action.known ? ACTIONS.get(action.name) : undefined;
  const read = kind?.read(settings) ?? unknownReading(action, body);
  const parts: ElementContent[] = [];
  const heading = titleOf(action, read);
  const address = read.address === undefined || read.address === '' ? [] : [' ', addressElement(read.address)];
  if (heading !== '' || address.length > 0) {
    parts.push(h('p', { className: [CONTENT_CLASSES.labActionTitle] }, shown(heading), ...address));
  }
  const description = typeof settings.description === 'string' ? settings.description.trim() : '';
  if (description !== '') parts.push(h('p', { className: [CONTENT_CLASSES.labActionText] }, shown(description)));
  for (const { text, language } of read.code) {
    parts.push(await colouredCodeFigure(shown(text).replace(/\n+$/, ''), language));
  }
  return h('div', { className, dataAction: at }, ...parts);
}

/** The summary line of a collapsible section. */
export function sectionElement(action: WorkshopAction, at: number): Element {
  const title = ACTIONS.get('section:begin')?.read(action.settings).title ?? '';
  const open = action.settings.open === true ? { open: true } : {};
  const properties = { className: [CONTENT_CLASSES.labSection], dataAction: at, ...open };
  return h('details', properties, h('summary', {}, shown(title)));
}

function titleOf({ name, settings }: WorkshopAction, read: ActionReading): string {
  const own = typeof settings.title === 'string' ? settings.title.trim() : '';
  const prefix = typeof settings.prefix === 'string' ? settings.prefix.trim() : '';
  // What a test checks is a remark, whatever its name.
  const title = own === '' || name === 'examiner:execute-test' ? read.title : own;
  return prefix === '' ? title : `${prefix}: ${title}`;
}

function unknownReading({ name }: WorkshopAction, body: string): ActionReading {
  return {
    title: `Action ${name} of the lab platform`,
    code: body.trim() === '' ? [] : [{ text: body, language: '' }],
  };
}

/** A link where the address can be opened; addresses of the session itself are code. */
function addressElement(address: string): Element {
  const href = address.includes('{{') ? null : httpsUrl(address);
  return href === null ? h('code', {}, shown(address)) : h('a', externalLink(href), address);
}

/** With variables as placeholders again, so that the page shows them like its own. */
function shown(text: string): string {
  return takeVariables(text, 'classic');
}
