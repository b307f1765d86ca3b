import { catalogueTexts } from '@academy/web/catalogue/catalogue-texts';
import { cardTexts } from '@academy/web/features/cards/card-texts';
import { listTexts } from '@academy/web/features/lists/list-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import type { Page } from '@playwright/test';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { BRANDS } from './support/brands.ts';
import { expectNoSidewaysScroll, open } from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

interface CardFacts {
  title: string;
  /** Level, size and duration. */
  facts: readonly string[];
  /** What opens it; omitted when nothing is locked. */
  lock?: string;
  topics: readonly string[];
}
const card = (title: string, facts: readonly string[], topics: readonly string[], lock?: string): CardFacts => ({
  title,
  facts,
  topics,
  ...(lock === undefined ? {} : { lock }),
});

/** What the cards of the samples show to a visitor. */
const CARDS: Readonly<Record<TenantName, Readonly<Record<string, readonly CardFacts[]>>>> = {
  spring: {
    '/courses': [
      card(
        'Write Your First Course',
        [catalogueTexts.beginner, '8 lessons', '47 min'],
        ['Authoring', 'Markdown', 'Getting started'],
      ),
      card(
        'REST APIs That Age Well',
        [catalogueTexts.intermediate, '9 lessons', '1 h 15 min'],
        ['REST', 'APIs', 'HTTP', 'Spring Boot'],
        catalogueTexts.logIn,
      ),
    ],
    '/guides': [
      card(
        'A Test That Starts in a Second',
        [catalogueTexts.intermediate, catalogueTexts.article, '25 min'],
        ['Spring Boot', 'Testing'],
        catalogueTexts.logIn,
      ),
      card(
        'Lab: A Test Before the Fix',
        [catalogueTexts.beginner, catalogueTexts.lab, '40 min'],
        ['Testing', 'Getting started'],
        catalogueTexts.logIn,
      ),
      card(
        'Lab: The Commit That Broke It',
        [catalogueTexts.intermediate, catalogueTexts.lab, '35 min'],
        ['Testing', 'Getting started'],
        catalogueTexts.logIn,
      ),
      card(
        'Lab: What Did Spring Boot Decide?',
        [catalogueTexts.beginner, catalogueTexts.lab, '20 min'],
        ['Spring Boot', 'Getting started'],
      ),
      card(
        'Why Did Spring Boot Do That?',
        [catalogueTexts.beginner, catalogueTexts.article, '20 min'],
        ['Spring Boot', 'Getting started'],
      ),
    ],
    '/paths': [card('From Endpoint to Explanation', ['2 courses and 1 exam', '2 h 2 min'], [])],
  },
  kube: {
    '/courses': [
      card(
        'Containers From First Principles',
        [catalogueTexts.beginner, '8 lessons', '1 h 7 min'],
        ['Containers', 'Linux', 'OCI images'],
        catalogueTexts.logIn,
      ),
      card(
        'Kubernetes Health: Probes, Limits and Rollouts',
        [catalogueTexts.intermediate, '7 lessons', '1 h 10 min'],
        ['Kubernetes', 'DevOps'],
        peopleTexts.pro,
      ),
    ],
    '/guides': [
      card(
        'A Rollout in Half a Minute',
        [catalogueTexts.beginner, catalogueTexts.video, '1 min'],
        ['Kubernetes', 'DevOps'],
      ),
      card(
        'A Shell for an Image Without One',
        [catalogueTexts.intermediate, catalogueTexts.article, '20 min'],
        ['Kubernetes', 'Debugging'],
      ),
      card(
        'Lab: Nobody Answers',
        [catalogueTexts.intermediate, catalogueTexts.lab, '35 min'],
        ['Debugging', 'Linux', 'Containers'],
        catalogueTexts.logIn,
      ),
      card(
        'Lab: Stop Without Losing a Request',
        [catalogueTexts.intermediate, catalogueTexts.lab, '35 min'],
        ['Kubernetes', 'Containers', 'DevOps'],
        catalogueTexts.logIn,
      ),
      card(
        'Lab: Why Will This Pod Not Start?',
        [catalogueTexts.beginner, catalogueTexts.lab, '25 min'],
        ['Kubernetes', 'Debugging'],
      ),
    ],
    '/paths': [card('From Process to Rollout', ['2 courses and 1 exam', '2 h 17 min'], [])],
  },
  tanzu: {
    '/courses': [
      card(
        'Platform Thinking for Developers',
        [catalogueTexts.beginner, '6 lessons', '39 min'],
        ['Platform engineering', 'DevOps', 'Service levels'],
        catalogueTexts.logIn,
      ),
      card(
        'Messages and Queues Without Tears',
        [catalogueTexts.intermediate, '9 lessons', '1 h 12 min'],
        ['Messaging', 'RabbitMQ'],
        catalogueTexts.logIn,
      ),
    ],
    '/guides': [
      card(
        'An Alarm Worth Waking For',
        [catalogueTexts.intermediate, catalogueTexts.article, '30 min'],
        ['Service levels', 'Observability'],
        catalogueTexts.logIn,
      ),
      card(
        'Get a Secret Out of Git',
        [catalogueTexts.beginner, catalogueTexts.article, '25 min'],
        ['Security', 'DevOps'],
      ),
      card(
        'Lab: Order and Message, Both or Neither',
        [catalogueTexts.advanced, catalogueTexts.lab, '40 min'],
        ['Messaging', 'RabbitMQ'],
        catalogueTexts.logIn,
      ),
      card('Lab: Sent Twice, Booked Once', [catalogueTexts.intermediate, catalogueTexts.lab, '25 min'], ['Messaging']),
      card('Lab: Two Changes, One Line', [catalogueTexts.intermediate, catalogueTexts.lab, '30 min'], ['DevOps']),
    ],
    '/paths': [card('From Commit to Calm', ['2 courses and 1 exam', '1 h 51 min'], [])],
  },
};

const cards = (page: Page) => page.getByRole('region', { name: listTexts.results }).getByRole('article');
const titles = (page: Page) => cards(page).getByRole('heading');
const option = (page: Page, name: RegExp) => page.getByRole('checkbox', { name });

longTest('every list has the banner of its brand', async () => {
  for (const tenant of TENANTS) {
    for (const [path, banner] of Object.entries(BRANDS[tenant].banners)) {
      if (path.includes(':')) continue;
      const { text } = await academy.get(tenant, path);
      expect(text).toContain(`>${banner.heading}</h1>`);
      expect(text).toContain(`>${banner.title}</p>`);
      expect(text.includes('see the course you&#x27;re looking for?</h2>')).toBe(path === '/courses');
    }
  }
});

longTest('every card shows level, size, time, topics and what opens it', async ({ page }) => {
  for (const tenant of USUAL_TENANTS) {
    for (const [path, all] of Object.entries(CARDS[tenant])) {
      await open(page, academy.url(tenant, path));
      await expect(titles(page)).toHaveText(all.map(({ title }) => title));
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        for (const { title, facts, lock, topics } of all) {
          const one = cards(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
          const shown = one
            .getByRole('paragraph')
            .filter({ hasText: facts[0] ?? '' })
            .locator('span');
          await expect(shown).toHaveText([...facts]);
          await expect(one.getByRole('list', { name: cardTexts.topics }).getByRole('listitem')).toHaveText([...topics]);
          for (const word of [...facts, ...topics, ...(lock === undefined ? [] : [lock])])
            await expect(one.getByText(word, { exact: true })).toBeVisible();
          await expect(one.getByText(/^(Log in|Pro|Free account)$/)).toHaveText(lock === undefined ? [] : [lock]);
          await expect(one.getByRole('button', { name: `Add ${title} to favorites` })).toBeVisible();
          // Filters have the same words as the cards.
          if (viewport === DESKTOP)
            for (const topic of topics) await expect(option(page, new RegExp(`^${topic}\\s*\\d`))).toBeVisible();
        }
        await expectNoSidewaysScroll(page, [viewport.width]);
      }
    }
  }
});
