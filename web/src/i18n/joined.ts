import { createElement, Fragment, type ReactNode } from 'react';

/** The parts of a message with tags as one node: `joined(texts.terms({ link: (words) => <a href="…">{words}</a> }))`. */
export const joined = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
