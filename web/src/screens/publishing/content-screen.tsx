import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { PublishedContentList } from './published-content-list.tsx';
import { publishingTexts } from './publishing-texts.ts';

export const head = () => ({ title: publishingTexts.content, noIndex: true });

/** What an academy has published. */
export default function ContentScreen() {
  return (
    <AcademyScreen title={publishingTexts.content} content={<PublishedContentList />}>
      {publishingTexts.intro}
    </AcademyScreen>
  );
}
