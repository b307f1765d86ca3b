/**
 * Whether a click is the second of a double click, or a later one: where two clicks take each other back, those who click
 * everything twice would change nothing. The keyboard is never one.
 */
export const isSecondClick = ({ detail }: { detail: number }): boolean => detail > 1;
