import css from './header.module.css';

/** Placeholder of the profile menu until it is loaded. */
export function ProfilePlace() {
  return <span className={css.place} />;
}
