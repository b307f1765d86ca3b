import type { ScreenProps } from '../../navigation/screen.ts';
import { AccountPage } from './account-page.tsx';
import { accountTexts } from './account-texts.ts';
import { Invitation } from './invitation.tsx';

export const head = () => ({ title: accountTexts.account, noIndex: true });

/** The own account: name, sign-in, browsers, tokens, data, deletion; above it the invitation with which somebody came. */
export default function AccountScreen({ search }: ScreenProps<'/account'>) {
  const invitation = search.get('invitation');
  return (
    <>
      {invitation !== null && <Invitation invitation={invitation} />}
      <AccountPage />
    </>
  );
}
