import { createContext, use } from 'react';

/**
 * Whether the page has been hydrated. Until then controls that need scripts are disabled, so that no press is lost; links,
 * forms and popovers work without scripts. Trees of their own (dialogs, messages) are only made by scripts, hence true.
 */
export const Ready = createContext(true);

export const useIsReady = (): boolean => use(Ready);
