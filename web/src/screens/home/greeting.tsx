import { useTenant } from '../../lib/runtime.tsx';
import css from './home-screen.module.css';

interface GreetingProps {
  name?: string | undefined;
  /** A page has one h1: while the landing has it, the hidden greeting has none. */
  heading?: 'h1' | 'h2';
}

/** The first lines of the dashboard. The name loads later, so it is placed where it moves nothing. */
export function Greeting({ name, heading: Title = 'h1' }: GreetingProps) {
  const { heading, title, text } = useTenant().sections.home;
  return (
    <header className={css.greeting}>
      <p>{name ? `${heading}, ${name.toUpperCase()}` : heading}</p>
      <Title tabIndex={-1}>{title}</Title>
      <p>{text}</p>
    </header>
  );
}
