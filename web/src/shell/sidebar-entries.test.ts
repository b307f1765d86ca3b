import { AREAS } from '@academy/contract/area-names';
import { expect, test } from 'vitest';
import { type SidebarViewer, sidebarGroups } from './sidebar-entries.ts';

const NAVIGATION = [
  { title: 'Home', href: '/' },
  { title: 'Courses', href: '/courses' },
];
const titles = (viewer: SidebarViewer) =>
  sidebarGroups(NAVIGATION, viewer).flatMap((group) => group.entries.map((entry) => entry.title));

// Shows clauses#the-shell
test('a visitor sees the navigation of the brand and Contact', () => {
  expect(titles({ signedIn: false, areas: [] })).toEqual(['Home', 'Courses', 'Contact']);
});

// Shows clauses#the-shell
test('a learner also sees their own entries', () => {
  expect(titles({ signedIn: true, areas: [] }).slice(3)).toEqual(['My Courses', 'Favorites', 'Manage Emails']);
});

// Shows clauses#the-shell
test('an administrator also sees the admin screens', () => {
  expect(titles({ signedIn: true, areas: AREAS }).slice(6)).toEqual([
    'Administration',
    'Alerts',
    'Users',
    'Access Tokens',
  ]);
});

test('an author sees of the administration what is open', () => {
  expect(titles({ signedIn: true, areas: ['content', 'tokens'] }).slice(6)).toEqual([
    'Administration',
    'Access Tokens',
  ]);
});

test('without a session there are no administration entries', () => {
  expect(titles({ signedIn: false, areas: AREAS })).toHaveLength(3);
});
