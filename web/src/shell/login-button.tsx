import { navigate } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import { rememberOrigin } from '../sign-in/origin-address.ts';
import { Button } from '../ui/button.tsx';
import css from './header.module.css';
import { shellTexts } from './shell-texts.ts';

/** The log-in button: stores the present address to return to, and leads to the auth screen. */
export function LoginButton() {
  return (
    <Button
      look="primary"
      className={css.login}
      onClick={() => {
        rememberOrigin();
        navigate(urls.auth());
      }}
    >
      {shellTexts.logIn}
    </Button>
  );
}
