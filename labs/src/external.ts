import type { LabProvider } from './lab-provider.ts';

const LEARNER = /\{userId\}|%7BuserId%7D/gi;

/** Labs on other platforms: a link, in which `{userId}` is replaced by the learner's pseudonym there. */
export const externalLabs: LabProvider = {
  name: 'external',
  open({ labUrl, learnerAt }) {
    if (labUrl === null) return { kind: 'external', url: null };
    const { host } = new URL(labUrl);
    return { kind: 'external', url: labUrl.replace(LEARNER, () => encodeURIComponent(learnerAt(host))) };
  },
  sessions: null,
  health: async () => [],
};
