/** Wakes up after the text that it lists. */
export { Headings } from './on-this-page.tsx';
