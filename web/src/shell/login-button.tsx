import { Button } from '../ui/button.tsx';
import css from './header.module.css';

/** The way in for visitors. Its owner stores the current address before it leads to the auth screen. */
export function LoginButton({ onLogin }: { onLogin: () => void }) {
  return (
    <Button look="primary" className={css.login} onClick={onLogin}>
      Log In / Register
    </Button>
  );
}

/** Keeps the place of the profile menu until it is here. */
export function ProfilePlace() {
  return <span className={css.place} />;
}
