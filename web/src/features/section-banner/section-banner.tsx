import type { PageKind } from '@academy/contract/tenants';
import { useTenant } from '../../lib/runtime.tsx';
import css from './section-banner.module.css';

/** The heading of a section with the brand's banner title and text. */
export function SectionBanner({ kind }: { kind: PageKind }) {
  const { heading, title, text } = useTenant().sections[kind];
  return (
    <header className={css.banner}>
      <h1 tabIndex={-1}>{heading}</h1>
      <p className={css.title}>{title}</p>
      <p className={css.text}>{text}</p>
    </header>
  );
}
