import type { Page, PageRequest, WebEntry } from '@academy/contract/web-entry';
import { type Packing, type ReadyBytes, readyBytes } from '../http/compressed.ts';

export const HTML = 'text/html; charset=utf-8';

/** A page that is ready to be sent. */
export interface RenderedPage {
  status: Page['status'];
  /** Target of a redirect. */
  location: string | null;
  bytes: ReadyBytes;
}

/** All inputs of a page except the replies to its calls. */
export interface PageTask extends Omit<PageRequest, 'call'> {
  /** Compressions that are made with the page; left out, all of them. */
  packings?: readonly Packing[];
}

/** Answers a page's call with the JSON of its reply; rejects with an AcademyError. */
export type Answer = (name: string, input: unknown) => Promise<string>;

/** Renders and compresses pages. */
export interface PageRenderer {
  render(task: PageTask, answer: Answer): Promise<RenderedPage>;
  close(): Promise<void>;
}

/** Renders in the calling thread. */
export function rendererInProcess(web: Pick<WebEntry, 'renderPage'>): PageRenderer {
  return {
    async render({ packings, ...task }, answer) {
      const call = async ({ name }: { name: string }, input: unknown): Promise<unknown> =>
        JSON.parse(await answer(name, input));
      const page = await web.renderPage({ ...task, call: call as PageRequest['call'] });
      return { status: page.status, location: page.location ?? null, bytes: readyBytes(page.html, HTML, packings) };
    },
    close: async () => undefined,
  };
}
