import { AccountPage } from './account-page.tsx';

export const head = () => ({ title: 'Account', noIndex: true });

/** The own account: name, sign-in, browsers, tokens, data, deletion. */
export default function AccountScreen() {
  return <AccountPage />;
}
