import type { Video } from '@academy/contract/lessons';
import type { RuntimeConfig } from '@academy/contract/runtime-config';

/** How a video is played: a frame of its provider, a file, or not at all, with the reason in words. */
export type VideoSource =
  | { kind: 'frame'; src: string; host: string }
  | { kind: 'file'; src: string }
  | { kind: 'none'; reason: string };

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Where a video comes from. A Brightcove video without a configured account falls back to its Vimeo twin (decision 7).
 * Nothing is asked of another host before the learner presses play.
 */
export function videoSource(
  video: Pick<Video, 'provider' | 'videoId' | 'vimeoId'>,
  config: Pick<RuntimeConfig, 'brightcove'>,
): VideoSource {
  const id = encodeURIComponent(video.videoId);
  if (video.provider === 'file') return { kind: 'file', src: video.videoId };
  if (video.provider === 'youtube' && ID.test(video.videoId)) {
    return frame(`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`);
  }
  if (video.provider === 'vimeo' && ID.test(video.videoId)) return vimeo(video.videoId);
  if (video.provider === 'brightcove') {
    if (config.brightcove && ID.test(video.videoId)) {
      const { accountId, playerId } = config.brightcove;
      return frame(
        `https://players.brightcove.net/${encodeURIComponent(accountId)}/${encodeURIComponent(playerId)}_default/index.html?videoId=${id}&autoplay=true`,
      );
    }
    if (video.vimeoId && ID.test(video.vimeoId)) return vimeo(video.vimeoId);
    return {
      kind: 'none',
      reason:
        'This academy has no video account set up, so the video cannot be played here. The text below covers the lesson.',
    };
  }
  return { kind: 'none', reason: 'The address of this video is not valid.' };
}

const vimeo = (id: string) => frame(`https://player.vimeo.com/video/${encodeURIComponent(id)}?autoplay=1&dnt=1`);

function frame(src: string): VideoSource {
  return { kind: 'frame', src, host: new URL(src).host };
}
