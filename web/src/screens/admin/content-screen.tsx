import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Content', noIndex: true });

const PublishedContentList = lazyPart(
  async () => (await import('./content/published-content-list.tsx')).PublishedContentList,
  { withScreen: false },
);

/** What an academy has published. */
export default function ContentScreen() {
  return (
    <AcademyScreen title="Content" content={<PublishedContentList />}>
      Everything that was published to this academy, drafts included. Texts are written and published by authors; here
      an item can be taken from readers at once, shown again, or deleted.
    </AcademyScreen>
  );
}
