import { createContext, use } from 'react';

/**
 * Whether the page has been hydrated. Until then controls that need scripts are disabled, so that no press is lost; links,
 * forms and popovers work without scripts.
 */
export const Ready = createContext(false);

export const useIsReady = (): boolean => use(Ready);
