import type { Fields } from '../fields.ts';
import type { VideoSettings } from './course-source.ts';

/** Reads the video settings of a lesson or guide. */
export function readVideo(settings: Fields | null): VideoSettings {
  const file = settings?.string('video') || null;
  return {
    brightcove: settings?.digits('brightcove') ?? null,
    vimeo: settings?.digits('vimeo') ?? null,
    youtube: settings?.string('youtube') || null,
    file: file === null ? null : { value: file, line: settings?.lineOf('video') ?? 1 },
    autocomplete: (settings?.boolean('brightcoveAutocomplete') || settings?.boolean('vimeoAutocomplete')) ?? false,
  };
}
