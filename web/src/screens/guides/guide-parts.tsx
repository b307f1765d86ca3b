/** Wakes up after the guide itself. */
export { GuideEnd } from './guide-end.tsx';
export { GuideFacts } from './guide-facts.tsx';
export { GuideLab } from './guide-lab.tsx';
