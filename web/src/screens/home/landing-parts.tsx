/** What the server renders for visitors; it wakes up after the page. */
export { Landing } from './landing.tsx';
