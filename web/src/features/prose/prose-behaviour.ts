import { TABS_STORAGE_KEY } from '@academy/contract/constants';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import { PLAYER_ALLOW, PLAYER_SANDBOX } from '../../catalogue/sandboxed-frame.ts';
import { videoSource } from '../../catalogue/video-source.ts';
import { device } from '../../lib/storage.ts';
import { addToast } from '../../lib/toasts.ts';
import { commandsOf } from './commands-of.ts';
import { proseTexts } from './prose-texts.ts';

/** How long the "copied" check mark is shown, ms. */
const COPIED_MS = 2_000;

/** Copies the code of a button's figure, of a session in a terminal its commands, or the words beside a button in a line. */
export async function copyCode(button: HTMLButtonElement): Promise<void> {
  const place = button.closest<HTMLElement>('figure, .copy-text');
  const text = commandsOf(place?.querySelector('pre, code')?.textContent ?? '', place?.dataset.language ?? '');
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    addToast({ type: 'warning', message: proseTexts.notCopied });
    return;
  }
  const before = button.textContent;
  button.textContent = proseTexts.copied;
  setTimeout(() => {
    button.textContent = before;
  }, COPIED_MS);
}

/** Puts a player in the place of a video's button, or the reason why there is none. */
export function playVideo(button: HTMLButtonElement, config: Pick<RuntimeConfig, 'brightcove'>): void {
  const {
    provider,
    videoId = '',
    videoHash,
    title = proseTexts.video,
  } = button.closest<HTMLElement>('.video-embed')?.dataset ?? {};
  if (provider !== 'brightcove' && provider !== 'vimeo' && provider !== 'youtube') return;
  const source = videoSource({ provider, videoId, vimeoId: null }, config);
  if (source.kind === 'none') {
    button.replaceChildren(source.reason);
    button.disabled = true;
    return;
  }
  const frame = document.createElement('iframe');
  // A private Vimeo film plays only with its second key.
  frame.src = videoHash === undefined ? source.src : `${source.src}&h=${encodeURIComponent(videoHash)}`;
  frame.title = title;
  frame.allow = PLAYER_ALLOW;
  frame.setAttribute('sandbox', PLAYER_SANDBOX);
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  button.replaceWith(frame);
  frame.focus();
}

/** Titles of chosen tabs that are remembered, and their length. */
const MAX_CHOICES = 20;
const MAX_TITLE = 60;

function chosenTitles(): string[] {
  try {
    const titles: unknown = JSON.parse(device.get(TABS_STORAGE_KEY) ?? '[]');
    return Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : [];
  } catch {
    return [];
  }
}

const titleOf = (tab: Element): string => (tab.firstElementChild?.textContent ?? '').trim().slice(0, MAX_TITLE);

/** Remembers a tab that the reader opened, and opens those of the same title in other groups of the page. */
export function chooseTab(tab: HTMLDetailsElement): void {
  const title = titleOf(tab);
  const others = chosenTitles().filter((other) => other !== title);
  device.set(TABS_STORAGE_KEY, JSON.stringify([title, ...others].slice(0, MAX_CHOICES)));
  // What was pressed stays at its place on the screen, although tabs above it become longer or shorter.
  const top = () => (tab.firstElementChild ?? tab).getBoundingClientRect().top;
  const before = top();
  openChosenTabs(document.body);
  window.scrollBy(0, top() - before);
}

/** Opens in each group of tabs the one that the reader chose last, here or on another page. */
export function openChosenTabs(within: Element): void {
  const chosen = chosenTitles();
  if (chosen.length === 0) return;
  const rankOf = (tab: Element) => chosen.indexOf(titleOf(tab));
  for (const group of within.querySelectorAll('.tabs')) {
    const tabs = [...group.children].filter((child) => child instanceof HTMLDetailsElement);
    const [best] = tabs.filter((tab) => rankOf(tab) !== -1).sort((a, b) => rankOf(a) - rankOf(b));
    if (best !== undefined) for (const tab of tabs) tab.open = tab === best;
  }
}
