import path from 'node:path';
import type { Video } from '@academy/contract/lessons';
import { placePicture } from '../assets.ts';
import { compare } from '../finding-list.ts';
import type { RenderContext } from '../markdown/context.ts';
import { isYoutubeId, videoOfDigits } from '../markdown/videos.ts';
import type { VideoSettings } from './course-source.ts';

/** A lesson or guide with a video. */
interface VideoPlace {
  /** The file that names the video. */
  file: string;
  /** True when the video is its main content. */
  isNeeded: boolean;
  video: VideoSettings;
}

/**
 * The video of a lesson or guide. Brightcove is preferred to Vimeo, because authors added it later. Also read:
 * `settings.youtube`, `settings.video` (an mp4 file beside the lesson), and captions in `*.vtt` files beside it, with
 * the language at the end of the name (`captions.de.vtt`).
 */
export function buildVideo(place: VideoPlace, context: RenderContext): Video | null {
  const found = findVideo(place, context);
  if (found === null) {
    if (place.isNeeded) {
      const message = 'there is no video; add settings.brightcove, vimeo, youtube or video';
      context.findings.error('video-missing', place.file, 1, message);
    }
    return null;
  }
  const vimeo = place.video.vimeo;
  const vimeoId = vimeo !== null && videoOfDigits(vimeo)?.provider === 'vimeo' ? vimeo : null;
  const tracks = tracksOf(place, context);
  if (found.provider === 'file' && tracks.length === 0) {
    const message = 'the video has no captions; put captions.vtt beside it (captions.de.vtt for German)';
    context.findings.warning('video-captions', place.file, place.video.file?.line ?? 1, message);
  }
  return { ...found, tracks, vimeoId, autocomplete: place.video.autocomplete };
}

function findVideo(
  { video, file }: VideoPlace,
  { assetStore, findings }: RenderContext,
): Pick<Video, 'provider' | 'videoId'> | null {
  const digits = video.brightcove ?? video.vimeo;
  const ref = digits === null ? null : videoOfDigits(digits);
  if (ref !== null) return { provider: ref.provider, videoId: ref.videoId };
  if (video.youtube !== null && isYoutubeId(video.youtube)) return { provider: 'youtube', videoId: video.youtube };
  if (digits !== null || video.youtube !== null) {
    findings.error('video-id', file, 1, `"${(digits ?? video.youtube ?? '').slice(0, 40)}" is not the id of a video`);
  }
  if (video.file === null) return null;
  const place = placePicture(video.file.value, file, assetStore, null);
  const address = place.kind === 'file' ? assetStore.film(place.file) : null;
  if (address !== null) return { provider: 'file', videoId: address };
  if (place.kind === 'outside') {
    findings.fatal('path-leaves-folder', file, video.file.line, 'the video lies outside of the folder; copy it in');
  } else {
    const message = `the video "${video.file.value.slice(0, 200)}" is not an mp4 file of this folder; add it or mend the path`;
    findings.fatal('file-missing', file, video.file.line, message);
  }
  return null;
}

function tracksOf({ file: owner }: VideoPlace, { assetStore, findings }: RenderContext): Video['tracks'] {
  const files = assetStore
    .filesIn(path.posix.dirname(owner))
    .filter((file) => file.endsWith('.vtt'))
    .sort(compare);
  return files.flatMap((file) => {
    const src = assetStore.film(file);
    if (src === null) {
      findings.error('captions-unreadable', file, 1, 'does not start with WEBVTT; save it as WebVTT');
      return [];
    }
    const language = /\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.vtt$/.exec(path.posix.basename(file))?.[1] ?? 'en';
    const label = new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
    return [{ src, label, language }];
  });
}
