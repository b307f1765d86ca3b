import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { contentTexts } from '../content-texts.ts';
import { shortened } from '../text-source.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { h } from './hast.ts';

/** Tables scroll inside a labelled region that can be focused; an empty corner is no heading. */
export function decorateTables(tree: Root): void {
  let count = 0;
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'table' || parent === undefined || index === undefined) return undefined;
    count += 1;
    visit(element, 'element', (cell) => {
      if (cell.tagName === 'th' && cell.children.every(isBlank)) cell.tagName = 'td';
    });
    const properties = {
      className: [CONTENT_CLASSES.tableScroll],
      role: 'region',
      ariaLabel: nameOf(element, count),
      tabIndex: 0,
    };
    parent.children[index] = h('div', properties, element);
    return SKIP;
  });
}

const isBlank = (node: ElementContent): boolean => node.type === 'text' && node.value.trim() === '';

/** Its number with its caption, else with the texts of its head. */
function nameOf(table: Element, number: number): string {
  const words: string[] = [];
  visit(table, 'element', (element) => {
    if (element.tagName === 'caption') words.unshift(textOf(element).trim());
    if (element.tagName === 'th') words.push(textOf(element).trim());
  });
  const name = words.filter((word) => word !== '').join(', ');
  return name === '' ? contentTexts.table({ number }) : contentTexts.tableOf({ number, words: shortened(name, 80) });
}

/** Boxes of task lists are drawn, because inputs would look operable. */
export function decorateTaskBoxes(tree: Root): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'input' || parent === undefined || index === undefined) return;
    const done = element.properties.checked === true;
    const properties = {
      className: [CONTENT_CLASSES.taskBox],
      role: 'img',
      ariaLabel: done ? contentTexts.done : contentTexts.open,
    };
    parent.children[index] = h('span', properties, done ? '☑' : '☐');
  });
}
