import { cachedLessonWorkshop, prefetchLessonWorkshop, useLessonWorkshop } from '../../api/workshops.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { labHead, labStatus, pageNameOf } from './lab-head.ts';
import { LabReader } from './lab-reader.tsx';
import { labTexts } from './lab-texts.ts';

type Path = '/courses/:slug/lessons/:lessonSlug/lab';

export const prefetch = ({ client, params: { slug, lessonSlug } }: ScreenContext<Path>) =>
  prefetchLessonWorkshop(client, slug, lessonSlug);
export const status = ({ client, params: { slug, lessonSlug }, search }: ScreenContext<Path>) =>
  labStatus(cachedLessonWorkshop(client, slug, lessonSlug), pageNameOf(search));
export const head = ({ client, params: { slug, lessonSlug }, search }: ScreenContext<Path>) =>
  labHead(cachedLessonWorkshop(client, slug, lessonSlug), pageNameOf(search));

/** The pages of a lesson's lab, for reading. */
export default function LessonLabScreen({ params: { slug, lessonSlug }, search }: ScreenProps<Path>) {
  const { workshop, isUnlocking } = useLessonWorkshop(slug, lessonSlug);
  return (
    <LabReader
      workshop={workshop}
      isUnlocking={isUnlocking}
      pageName={pageNameOf(search)}
      kind="lesson"
      back={{ href: urls.lesson(slug, lessonSlug), title: labTexts.backToLesson }}
      hrefOf={(page) => urls.lessonLab(slug, lessonSlug, page)}
    />
  );
}
