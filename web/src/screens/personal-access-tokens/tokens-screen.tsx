import { AcademyChoice } from '../../features/admin-head/academy-choice.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { AllTokens } from './all-tokens.tsx';

export const head = () => ({ title: 'Access Tokens', noIndex: true });

/** Personal access tokens of everybody: made here for oneself, searched, ended. */
export default function TokensScreen() {
  return (
    // The input for a new token is kept when another academy is chosen.
    <div className="page">
      <AdminHead title="Access Tokens" below={<AcademyChoice />}>
        Keys for scripts and pipelines. A token acts for the person who made it, in one academy, with the abilities it
        was given, and loses at once what that person loses.
      </AdminHead>
      <AllTokens />
    </div>
  );
}
