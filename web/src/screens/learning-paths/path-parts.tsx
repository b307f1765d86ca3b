/** Wakes up after the head of the screen. */
export { PathSteps } from './path-steps.tsx';
