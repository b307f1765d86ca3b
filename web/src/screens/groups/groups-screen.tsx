import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { assignmentTexts } from './assignment-texts.ts';
import { GroupList } from './group-list.tsx';
import { GroupPage } from './group-page.tsx';
import { GroupProgressPage } from './group-progress.tsx';
import { groupTexts } from './group-texts.ts';

export const head = () => ({ title: groupTexts.title, noIndex: true });

/** The groups that the viewer looks after, the one that the address names, or its progress in an assignment. */
export default function GroupsScreen({ search }: ScreenProps<'/admin/groups'>) {
  const [groupId, assignmentId] = [search.get('target'), search.get('about')];
  if (groupId === null)
    return (
      <AcademyScreen title={groupTexts.title} content={<GroupList />}>
        {groupTexts.intro}
      </AcademyScreen>
    );
  return (
    <div className="page">
      {assignmentId === null ? (
        <>
          <AdminHead title={groupTexts.group}>{groupTexts.groupIntro}</AdminHead>
          <GroupPage key={groupId} groupId={groupId} />
        </>
      ) : (
        <>
          <AdminHead title={assignmentTexts.progress}>{assignmentTexts.progressIntro}</AdminHead>
          <GroupProgressPage groupId={groupId} assignmentId={assignmentId} />
        </>
      )}
    </div>
  );
}
