import { createStore } from '../lib/store.ts';

/** Whether the sidebar shows its titles. A store, because the button is in the header. */
export const sidebarOpen = createStore(false);

/** What the button of the header opens. */
export const SIDEBAR_ID = 'sidebar';
