import { useTenant } from '../../lib/runtime.tsx';
import css from './home-screen.module.css';

/** The first lines of the dashboard. The name comes late, so it stands where it moves nothing. */
export function Greeting({ name }: { name?: string | undefined }) {
  const { heading, title, text } = useTenant().sections.home;
  return (
    <header className={css.greeting}>
      <p>{name ? `${heading}, ${name.toUpperCase()}` : heading}</p>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
    </header>
  );
}
