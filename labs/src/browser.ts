import type { LabCondition, LabProvider } from './lab-provider.ts';

/** Such a session has no resources at a provider, so it costs nothing and never expires. */
const RUNNING: LabCondition = { state: 'running', expiresAt: null, deadline: null, expiring: false, extendable: false };

/** Labs that run in the learner's own page. */
export const browserLabs: LabProvider = {
  name: 'browser',
  open: () => ({ kind: 'native', url: null }),
  sessions: {
    start: async () => ({ ...RUNNING, reference: null, url: null }),
    status: async () => RUNNING,
    extend: async () => ({ ...RUNNING, extended: false }),
    terminate: async () => {},
  },
  health: async () => [{ name: null, host: null, problem: null, sessions: null, maximum: null, warning: null }],
};
