import type { ComponentProps } from 'react';
import late from './button.late.module.css';
import css from './button.module.css';

type Look = 'primary' | 'plain' | 'quiet' | 'icon' | 'danger';

/** The look of a button for what is one in another way. */
export const buttonClass = (look: Look, more?: string) =>
  [css.button, css[look], late[look], more].filter(Boolean).join(' ');

interface Looks {
  look?: Look;
}

/** A button. `icon` is square and needs an `aria-label`. */
export function Button({ look = 'plain', className, type = 'button', ...rest }: Looks & ComponentProps<'button'>) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/** A link that looks like a button. */
export function LinkButton({ look = 'plain', className, ...rest }: Looks & ComponentProps<'a'>) {
  return <a className={buttonClass(look, className)} {...rest} />;
}
