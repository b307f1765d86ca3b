import { AccountPage } from './account-page.tsx';
import { accountTexts } from './account-texts.ts';

export const head = () => ({ title: accountTexts.account, noIndex: true });

/** The own account: name, sign-in, browsers, tokens, data, deletion. */
export default function AccountScreen() {
  return <AccountPage />;
}
