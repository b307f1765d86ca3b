import banner from '../../features/section-banner/section-banner.module.css';
import type { ScreenContext } from '../../navigation/screen.ts';
import { useIsReady } from '../../ui/ready.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './contact.module.css';
import { ContactForm } from './contact-form.tsx';

export const head = ({ tenant }: ScreenContext) => ({
  title: 'Contact',
  description: `Write to the people behind the ${tenant.name} Academy.`,
});

/** The contact screen. */
export default function ContactScreen() {
  // Rendered in the browser only: drafts are stored there, and input from before hydration would be lost.
  const isReady = useIsReady();
  const waiting = (
    <div className={css.waiting} aria-busy="true">
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  );
  return (
    <div className="page">
      <header className={banner.banner}>
        <h1 tabIndex={-1}>CONTACT</h1>
        <p className={banner.title}>Write to us</p>
        <p className={banner.text}>
          A question, an idea for a course, something that does not work: a person reads it, and the answer comes by
          e-mail.
        </p>
      </header>
      {isReady ? <ContactForm /> : waiting}
    </div>
  );
}
