import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { Directories } from './directories.tsx';
import { directoryTexts } from './directory-texts.ts';

export const head = () => ({ title: directoryTexts.directories, noIndex: true });

/** Companies whose people log in with their own identity provider. */
export default function DirectoriesScreen() {
  return (
    <div className="page">
      <AdminHead title={directoryTexts.directories}>{directoryTexts.intro}</AdminHead>
      <Directories />
    </div>
  );
}
