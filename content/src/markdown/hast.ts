import type { Element, ElementContent, Properties, Text } from 'hast';

/** Builds one element; strings become text. */
export function h(tagName: string, properties: Properties, ...children: (ElementContent | string)[]): Element {
  return {
    type: 'element',
    tagName,
    properties,
    children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
  };
}

export function text(value: string): Text {
  return { type: 'text', value };
}

/** Children other than white space. */
export function solidChildren(element: Element): ElementContent[] {
  return element.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
}

/** The line of an element in its text; elements that a parser added have none. */
export function lineOf(element: Element, fallback: number): number {
  return element.position?.start?.line ?? fallback;
}
