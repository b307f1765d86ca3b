import type { CourseSource } from '../courses/course-source.ts';
import type { FindingList } from '../finding-list.ts';

/**
 * Captions on other video hosts cannot be checked, so a transcript is required. Reported once for a course: adding them
 * is planned work, not a slip.
 */
export function checkTranscripts(course: CourseSource, findings: FindingList): void {
  const videos = course.lessons.filter(({ type, video }) => type === 'video' && video.file === null);
  const [first, ...others] = videos.filter(({ transcript }) => transcript === null);
  if (first === undefined) return;
  const what = others.length === 0 ? 'a video has' : `${others.length + 1} of ${videos.length} videos have`;
  const message = `${what} no transcript.md, which search and people who cannot listen need; begin with this one`;
  findings.warning('video-transcript', first.file, 1, message);
}
