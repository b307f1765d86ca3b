import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { connectionTexts } from './connection-texts.ts';
import { Connections } from './connections.tsx';

export const head = () => ({ title: connectionTexts.connections, noIndex: true });

/** Which programs of others may read from an academy. */
export default function ConnectionsScreen() {
  return (
    <AcademyScreen title={connectionTexts.connections} content={<Connections />}>
      {connectionTexts.intro}
    </AcademyScreen>
  );
}
