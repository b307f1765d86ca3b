import { cachedGuideWorkshop, prefetchGuideWorkshop, useGuideWorkshop } from '../../api/workshops.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { labHead, labStatus, pageNameOf } from './lab-head.ts';
import { LabReader } from './lab-reader.tsx';
import { labTexts } from './lab-texts.ts';

type Path = '/guides/:slug/lab';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchGuideWorkshop(client, params.slug);
export const status = ({ client, params, search }: ScreenContext<Path>) =>
  labStatus(cachedGuideWorkshop(client, params.slug), pageNameOf(search));
export const head = ({ client, params, search }: ScreenContext<Path>) =>
  labHead(cachedGuideWorkshop(client, params.slug), pageNameOf(search));

/** The pages of a guide's lab, for reading. */
export default function GuideLabScreen({ params: { slug }, search }: ScreenProps<Path>) {
  const { workshop, isUnlocking } = useGuideWorkshop(slug);
  return (
    <LabReader
      workshop={workshop}
      isUnlocking={isUnlocking}
      pageName={pageNameOf(search)}
      kind="guide"
      back={{ href: urls.guide(slug), title: labTexts.backToGuide }}
      hrefOf={(page) => urls.guideLab(slug, page)}
    />
  );
}
