import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Roles } from './roles.tsx';
import { rolesScreenTexts } from './roles-screen-texts.ts';

export const head = () => ({ title: rolesScreenTexts.title, noIndex: true });

/** Who has which role in an academy. */
export default function RolesScreen() {
  return (
    <AcademyScreen title={rolesScreenTexts.title} content={<RolesOfAcademy />}>
      {rolesScreenTexts.intro}
    </AcademyScreen>
  );
}

function RolesOfAcademy() {
  return <Roles tenantId={useChosenAcademy()} />;
}
