import type { RuntimeConfig } from '@academy/contract/runtime-config';
import { PLAYER_ALLOW, PLAYER_SANDBOX } from '../../catalogue/sandboxed-frame.ts';
import { videoSource } from '../../catalogue/video-source.ts';
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
