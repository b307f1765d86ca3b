import { createElement, type SVGProps } from 'react';

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Makes an icon of the icon library's drawing data. The library's own maker weighs more than all icons of a page
 * together and can do things that nobody here asks for.
 */
export default function createIcon({ node }: IconData) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement(
      'svg',
      {
        className: 'lucide',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      drawing,
    );
  };
}
