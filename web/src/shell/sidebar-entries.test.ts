import { expect, test } from 'vitest';
import { sidebarGroups } from './sidebar-entries.ts';

const NAVIGATION = [
  { title: 'Home', href: '/' },
  { title: 'Courses', href: '/courses' },
];
const titles = (viewer: { signedIn: boolean; isAdmin: boolean }) =>
  sidebarGroups(NAVIGATION, viewer).flatMap((group) => group.entries.map((entry) => entry.title));

// Shows clauses#the-shell
test('a visitor sees the navigation of the brand and Contact', () => {
  expect(titles({ signedIn: false, isAdmin: false })).toEqual(['Home', 'Courses', 'Contact']);
});

// Shows clauses#the-shell
test('a learner also sees their own entries', () => {
  expect(titles({ signedIn: true, isAdmin: false }).slice(3)).toEqual(['My Courses', 'Favorites', 'Manage Emails']);
});

// Shows clauses#the-shell
test('an administrator also sees the admin screens', () => {
  expect(titles({ signedIn: true, isAdmin: true }).slice(6)).toEqual([
    'Administration',
    'Alerts',
    'Users',
    'Access Tokens',
  ]);
});

test('without a session there are no administration entries', () => {
  expect(titles({ signedIn: false, isAdmin: true })).toHaveLength(3);
});
