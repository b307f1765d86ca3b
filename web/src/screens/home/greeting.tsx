import { useTenant } from '../../lib/runtime.tsx';
import css from './home-screen.module.css';

/** The first lines of the dashboard; without a name while nobody is known yet. */
export function Greeting({ name }: { name?: string | undefined }) {
  const { heading, title, text } = useTenant().sections.home;
  return (
    <header className={css.greeting}>
      <p>{heading}</p>
      <h1 tabIndex={-1}>{name ? `${title}, ${name}` : title}</h1>
      <p>{text}</p>
    </header>
  );
}
