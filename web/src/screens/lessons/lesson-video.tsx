import type { Lesson, Video } from '@academy/contract/lessons';
import { nextLesson } from '@academy/contract/rules/lesson-groups';
import { useCallback } from 'react';
import { useLessons } from '../../api/lessons.ts';
import { coverAddress } from '../../catalogue/cover-address.ts';
import VideoBox from '../../features/video/video-box.tsx';
import { useCompleteLesson } from '../../progress/lesson-progress.ts';
import { useVideoPlace } from '../../progress/video-place.ts';

interface LessonVideoProps {
  className: string;
  /** Of the course. */
  slug: string;
  lesson: Lesson & { video: Video };
}

/** The video of a lesson. It resumes at the learner's position, and can complete its lesson when it was watched. */
export default function LessonVideo({ className, slug, lesson }: LessonVideoProps) {
  const { lessons } = useLessons(slug);
  const { complete } = useCompleteLesson(lesson, nextLesson(lessons, lesson.slug) === null);
  // The questions of a check have to be passed.
  const completes = lesson.video.autocomplete && !lesson.isComplete && !lesson.hasQuestions;
  const watched = useCallback(() => void complete(), [complete]);
  const place = useVideoPlace(slug, lesson, completes ? watched : null);
  return (
    <VideoBox
      className={className}
      title={lesson.title}
      poster={coverAddress('courses', slug)}
      video={lesson.video}
      place={place}
      text={lesson}
    />
  );
}
