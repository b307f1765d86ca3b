import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { PublishedContentList } from './published-content-list.tsx';

export const head = () => ({ title: 'Content', noIndex: true });

/** What an academy has published. */
export default function ContentScreen() {
  return (
    <AcademyScreen title="Content" content={<PublishedContentList />}>
      Everything that was published to this academy, drafts included. Texts are written and published by authors; here
      an item can be taken from readers at once, shown again, or deleted.
    </AcademyScreen>
  );
}
