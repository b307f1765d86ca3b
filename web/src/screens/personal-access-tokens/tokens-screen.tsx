import { AcademyChoice } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { allTokenTexts } from './all-token-texts.ts';
import { AllTokens } from './all-tokens.tsx';

export const head = () => ({ title: allTokenTexts.title, noIndex: true });

/** Personal access tokens of everybody: made here for oneself, searched, ended. */
export default function TokensScreen() {
  return (
    // The input for a new token is kept when another academy is chosen.
    <div className="page">
      <AdminHead title={allTokenTexts.title} below={<AcademyChoice />}>
        {allTokenTexts.intro}
      </AdminHead>
      <AllTokens />
    </div>
  );
}
