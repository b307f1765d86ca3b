import type { Workshop } from '@academy/contract/workshops';
import type { Head } from '../../navigation/screen.ts';
import { labTexts } from './lab-texts.ts';

/** The page of a lab that an address names; null for the first. */
export const pageNameOf = (search: URLSearchParams): string | null => search.get('page');

/** 404 for a page that an open lab does not have; of a locked one nothing is known. */
export function labStatus(workshop: Workshop | undefined, pageName: string | null): 200 | 404 {
  if (workshop === undefined || workshop.locked !== null || pageName === null) return 200;
  return workshop.pages.some(({ name }) => name === pageName) ? 200 : 404;
}

/** Title and description of a lab's page. */
export function labHead(workshop: Workshop | undefined, pageName: string | null): Head {
  if (workshop === undefined) return { title: labTexts.lab };
  const page = pageName === null ? undefined : workshop.pages.find(({ name }) => name === pageName);
  const title =
    page === undefined ? labTexts.pageTitle({ title: workshop.title }) : `${page.title} - ${workshop.title}`;
  return { title, description: labTexts.description({ title: workshop.title }) };
}
