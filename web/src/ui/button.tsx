import type { ComponentProps } from 'react';
import css from './button.module.css';
import { useIsReady } from './ready.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'icon' | 'danger';

/** The class of a button, for elements that are not a `Button`. */
export const buttonClass = (look: Look, more?: string) => [css.button, css[look], more].filter(Boolean).join(' ');

interface Looks {
  look?: Look;
}

interface ButtonProps extends Looks, ComponentProps<'button'> {
  /** For the submit button of a form with an address of its own, which browsers send themselves. */
  worksWithoutScripts?: boolean;
}

/**
 * A button. `icon` is square and needs an `aria-label`. Until the page has been hydrated it is disabled, unless the browser
 * itself knows what it does: send a form, or open a popover.
 */
export function Button({
  look = 'plain',
  className,
  type = 'button',
  disabled = false,
  worksWithoutScripts = false,
  ...rest
}: ButtonProps) {
  const works = useIsReady() || worksWithoutScripts || rest.popoverTarget !== undefined;
  return <button type={type} className={buttonClass(look, className)} disabled={disabled || !works} {...rest} />;
}

/** A link that looks like a button. */
export function LinkButton({ look = 'plain', className, ...rest }: Looks & ComponentProps<'a'>) {
  return <a className={buttonClass(look, className)} {...rest} />;
}
