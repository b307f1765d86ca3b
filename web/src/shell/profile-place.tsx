import css from './header.module.css';

/** Keeps the place of the profile menu until it is here. */
export function ProfilePlace() {
  return <span className={css.place} />;
}
