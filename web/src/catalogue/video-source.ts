import type { Video } from '@academy/contract/lessons';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import { videoTexts } from './video-texts.ts';

export type FrameProvider = Exclude<Video['provider'], 'file'>;

/** How a video is played: a frame of its provider, a file, or not at all, with the reason in words. */
export type VideoSource =
  | { kind: 'frame'; provider: FrameProvider; src: string; host: string }
  | { kind: 'file'; src: string }
  | { kind: 'none'; reason: string };

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Where a video comes from. A Brightcove video without a configured account falls back to the lesson's Vimeo id.
 * No request goes to another host before the learner presses play.
 */
export function videoSource(
  video: Pick<Video, 'provider' | 'videoId' | 'vimeoId'>,
  config: Pick<RuntimeConfig, 'brightcove'>,
): VideoSource {
  const id = encodeURIComponent(video.videoId);
  if (video.provider === 'file') return { kind: 'file', src: video.videoId };
  if (video.provider === 'youtube' && ID.test(video.videoId)) {
    return frame(video.provider, `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`);
  }
  if (video.provider === 'vimeo' && ID.test(video.videoId)) return vimeo(video.videoId);
  if (video.provider === 'brightcove') {
    if (config.brightcove && ID.test(video.videoId)) {
      const { accountId, playerId } = config.brightcove;
      return frame(
        video.provider,
        `https://players.brightcove.net/${encodeURIComponent(accountId)}/${encodeURIComponent(playerId)}_default/index.html?videoId=${id}&autoplay=true`,
      );
    }
    if (video.vimeoId && ID.test(video.vimeoId)) return vimeo(video.vimeoId);
    return { kind: 'none', reason: videoTexts.noAccount };
  }
  return { kind: 'none', reason: videoTexts.notValid };
}

const vimeo = (id: string) =>
  frame('vimeo', `https://player.vimeo.com/video/${encodeURIComponent(id)}?autoplay=1&dnt=1`);

function frame(provider: FrameProvider, src: string): VideoSource {
  return { kind: 'frame', provider, src, host: new URL(src).host };
}

interface Beginning {
  /** Second at which it begins. */
  at: number;
  /** Language of captions; null: none. */
  captions: string | null;
  /** Origin of the page that receives the frame's messages. */
  origin: string;
}

/** The address of a frame that begins at a second, with captions, and takes messages, as far as its provider lets it. */
export function frameAddress(
  { provider, src }: { provider: FrameProvider; src: string },
  { at, captions, origin }: Beginning,
): string {
  const url = new URL(src);
  const second = Math.floor(at);
  if (provider === 'youtube') {
    url.searchParams.set('enablejsapi', '1');
    url.searchParams.set('origin', origin);
    if (second > 0) url.searchParams.set('start', String(second));
    if (captions !== null) {
      url.searchParams.set('cc_load_policy', '1');
      url.searchParams.set('cc_lang_pref', captions);
    }
  }
  if (provider === 'vimeo') {
    if (captions !== null) url.searchParams.set('texttrack', captions);
    if (second > 0) url.hash = `t=${second}s`;
  }
  return url.href;
}
