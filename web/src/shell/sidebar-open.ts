import { createStore } from '../lib/store.ts';

/** Whether the sidebar shows its titles. Outside of React, so that button and sidebar wake up each on its own. */
export const sidebarOpen = createStore(false);

/** What the button of the header opens. */
export const SIDEBAR_ID = 'sidebar';
