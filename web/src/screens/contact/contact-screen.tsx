import { Suspense, useEffect, useState } from 'react';
import banner from '../../features/section-banner/section-banner.module.css';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ScreenContext } from '../../lib/screen.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './contact.late.module.css';

const ContactForm = lazyPart(async () => (await import('./contact-form.tsx')).ContactForm);

export const head = ({ tenant }: ScreenContext) => ({
  title: 'Contact',
  description: `Write to the people behind the ${tenant.name} Academy.`,
});

/** The way to write to the academy's people. */
export default function ContactScreen() {
  // Only the browser knows what was typed before, and what is typed before the page wakes up would be lost.
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
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
      {isAwake ? (
        <Suspense fallback={waiting}>
          <ContactForm />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
