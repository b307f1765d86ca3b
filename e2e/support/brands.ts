import { routeTexts } from '@academy/web/navigation/route-texts';
import { accountTexts } from '@academy/web/screens/account/account-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Locator } from '@playwright/test';
import type { TenantName } from './academy.ts';

/** An entry of a menu; a button has no address. */
export interface MenuEntry {
  text: string;
  href: string | null;
  /** Opens in a new tab. */
  newTab: boolean;
}

interface Banner {
  heading: string;
  title: string;
  text: string;
}

/** What distinguishes a brand, as far as every screen shows it. */
export interface Brand {
  tagline: string;
  /** Computed color of primary buttons in the light scheme. */
  accent: string;
  navigation: readonly MenuEntry[];
  footer: Readonly<Record<'Learn' | 'Engage' | 'More', readonly MenuEntry[]>>;
  /** Heading and banner of the sections, by address. */
  banners: Readonly<Record<string, Banner>>;
  /** Shown where there is no content. */
  misconfigurationNotice: string | null;
}

/** The text and target of links and buttons, or of the list entries that contain them. */
export const entriesOf = (items: Locator): Promise<MenuEntry[]> =>
  items.evaluateAll((all) =>
    all.map((item) => {
      const link = item instanceof HTMLAnchorElement ? item : item.querySelector('a');
      return {
        text: item.textContent,
        href: link?.getAttribute('href') ?? null,
        newTab: link?.target === '_blank' && link.rel === 'noopener noreferrer',
      };
    }),
  );

const link = (text: string, href: string): MenuEntry => ({ text, href, newTab: false });
const tab = (text: string, href: string): MenuEntry => ({ text, href, newTab: true });

const HOME = link(routeTexts.home, '/');
const GUIDES = link(routeTexts.guides, '/guides');
const COURSES = link(feedbackListTexts.courses, '/courses');
const INSTRUCTORS = link(routeTexts.instructors, '/instructors');
/** The last entry of the sidebar's navigation. */
export const CONTACT = link(shellTexts.contact, '/contact');
const FEEDBACK: MenuEntry = { text: 'Give Feedback', href: null, newTab: false };
const LEARN = [COURSES, link(routeTexts.learningPaths, '/paths')];
const SCREENS = [COURSES, link(routeTexts.learningPath, '/paths'), INSTRUCTORS];
const LEGAL = [
  tab('Terms', '/terms'),
  tab(accountTexts.privacy, '/privacy'),
  tab('Your California Privacy Rights', '/california-privacy-rights'),
];
const FOOTER = { Learn: LEARN, Engage: [INSTRUCTORS, FEEDBACK], More: [CONTACT, ...LEGAL] };

export const BRANDS: Readonly<Record<TenantName, Brand>> = {
  spring: {
    tagline: 'Learn Spring by building things that run',
    accent: 'oklch(0.5 0.125 150)',
    navigation: [HOME, GUIDES, ...SCREENS],
    footer: {
      Learn: [GUIDES, ...LEARN],
      Engage: [
        INSTRUCTORS,
        FEEDBACK,
        tab('Community', 'https://spring.io/community'),
        tab(feedbackListTexts.about, 'https://spring.io/'),
      ],
      More: [CONTACT, link('FAQs', '/faq'), ...LEGAL],
    },
    banners: {
      '/courses': {
        heading: 'COURSES',
        title: 'One idea per lesson, working code in every course',
        text: 'Each course takes you from a question to an application you can run. Read at your own pace, try things out, and mark off what you have understood.',
      },
      '/guides': {
        heading: routeTexts.guides,
        title: 'One task, one sitting',
        text: 'Guides are designed to take 15-30 minutes. Choose a task, follow the steps, and leave with something that works.',
      },
      '/paths': {
        heading: 'LEARNING PATHS',
        title: 'A route through Spring, in an order that makes sense',
        text: 'A learning path puts courses in sequence, so that every step stands on the one before it. Follow a path and you always know what comes next.',
      },
      '/paths/:slug': {
        heading: 'LEARNING PATH',
        title: 'Follow the steps, watch the ring fill up',
        text: 'Take the courses in order, or skip what you already know. What you have completed counts here, wherever you completed it.',
      },
      '/instructors': {
        heading: 'INSTRUCTORS',
        title: 'Written by people who run what they teach',
        text: 'Every course here carries the name of somebody who has shipped it, broken it and mended it. Get to know them.',
      },
    },
    misconfigurationNotice: null,
  },
  kube: {
    tagline: 'Understand Kubernetes from the container up',
    accent: 'oklch(0.5 0.17 258)',
    navigation: [HOME, ...SCREENS],
    footer: FOOTER,
    banners: {
      '/courses': {
        heading: 'COURSES',
        title: 'See what the cluster is really doing',
        text: 'No magic, no slogans: each course opens one part of the machinery, shows how it moves, and lets you turn the handle yourself.',
      },
      '/guides': {
        heading: routeTexts.guides,
        title: 'Short answers to practical questions',
        text: 'Guides are designed to take 15-30 minutes and end with something running in your cluster.',
      },
      '/paths': {
        heading: 'LEARNING PATHS',
        title: 'From one container to a cluster you can trust',
        text: 'Kubernetes is many small ideas. A learning path puts them in an order in which each one explains the next.',
      },
      '/paths/:slug': {
        heading: 'LEARNING PATH',
        title: 'Step by step, nothing taken for granted',
        text: 'Work through the courses in order. Skip what you know: completed lessons count wherever you met them first.',
      },
      '/instructors': {
        heading: 'INSTRUCTORS',
        title: 'They carried the pager first',
        text: 'Our instructors learned Kubernetes where it counts: in front of a cluster that would not behave. They tell you what they wish they had known.',
      },
    },
    misconfigurationNotice:
      'There is nothing to read here yet: the content of Kube Academy has not been published on this site. If you came to learn, please look in again soon. If you run this site, publish the courses and reload the page.',
  },
  tanzu: {
    tagline: 'The calm way from a commit to production',
    accent: 'oklch(0.5 0.2 297)',
    navigation: [HOME, ...SCREENS],
    footer: FOOTER,
    banners: {
      '/courses': {
        heading: 'COURSES',
        title: 'Software that reaches its users, and stays up',
        text: 'Courses about everything between the commit and the person who benefits from it: platforms, messages, data and the habits that hold them together.',
      },
      '/guides': {
        heading: routeTexts.guides,
        title: 'A small task, done properly',
        text: 'Guides are designed to take 15-30 minutes: one task, the steps, and the reasons behind them.',
      },
      '/paths': {
        heading: 'LEARNING PATHS',
        title: 'A direction, not just a destination',
        text: 'Follow a learning path from the first deployment to a platform that your colleagues enjoy using. Each course prepares the ground for the next.',
      },
      '/paths/:slug': {
        heading: 'LEARNING PATH',
        title: 'One layer at a time',
        text: 'Take the courses in order, or begin with the layer you work on. Your progress adds up either way.',
      },
      '/instructors': {
        heading: 'INSTRUCTORS',
        title: 'Builders of platforms, and users of them',
        text: 'Our instructors have stood on both sides of the deploy button. Read who they are and what they teach.',
      },
    },
    misconfigurationNotice:
      'This academy is not quite ready: the content of Tanzu Academy has not been published on this site. If you came to learn, please come back a little later. If you run this site, publish the courses and reload the page.',
  },
};
