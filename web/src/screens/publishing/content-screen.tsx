import { Suspense } from 'react';
import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { Drafts } from './drafts.tsx';
import { PublishedContentList } from './published-content-list.tsx';
import { publishingTexts } from './publishing-texts.ts';

export const head = () => ({ title: publishingTexts.content, noIndex: true });

/** What an academy has published. */
export default function ContentScreen() {
  return (
    <AcademyScreen title={publishingTexts.content} content={<ContentOfAcademy />}>
      {publishingTexts.intro}
    </AcademyScreen>
  );
}

function ContentOfAcademy() {
  return (
    <>
      <Suspense>
        <Drafts />
      </Suspense>
      <PublishedContentList />
    </>
  );
}
