import { texts } from '@academy/contract/i18n/texts';
import { de } from './shell-texts.de.ts';

/** Around every screen: header, sidebar, footer and the error fallback. */
export const shellTexts = texts({
  // Header
  skipToContent: 'Skip to content',
  academy: '{name} Academy',
  mainNavigation: 'Main',
  moreIn: 'More in {title}',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  search: 'Search',
  searchWithKey: 'Search ( / )',
  logIn: 'Log In / Register',
  // The menu of colors
  colors: 'Colors',
  system: 'As my device',
  light: 'Light',
  dark: 'Dark',
  // The sidebar
  sidebar: 'Sidebar',
  everyoneGroup: 'Academy',
  contact: 'Contact',
  learnerGroup: 'Yours',
  myCourses: 'My Courses',
  favorites: 'Favorites',
  emails: 'Manage Emails',
  administration: 'Administration',
  alerts: 'Alerts',
  users: 'Users',
  accessTokens: 'Access Tokens',
  // Alerts above the screen
  dismissAlert: 'Dismiss this alert',
  allAlerts: 'All alerts ({total})',
  // While the academy cannot be reached
  offline: 'You are offline. What you have opened can still be read, and what you do is kept and sent later.',
  retrying: 'The connection was lost. Trying again.',
  away: 'The academy does not answer. What you have opened can still be read, and what you do is kept and sent later.',
  // In the place of a screen that broke
  noConnection: 'This page tries again by itself when your connection is back.',
  noAnswer: 'The academy could not answer. Please try again in a moment.',
  refused: 'The academy refused this request. Trying again will not help.',
  brokenFile: 'A file of this page is broken. Refresh the page to load it again.',
  fault: 'This is a fault of this page, not of your connection. It has been reported.',
  reference: 'Reference: ',
  tryAgain: 'Try again',
  refresh: 'Refresh',
  logInAgain: 'Log in',
  // The footer
  notCounted: 'Your browser asks not to be counted, so {analytics} receives nothing.',
  allowCounting: 'Let {analytics} count which public pages I open',
}).translated({ de });
