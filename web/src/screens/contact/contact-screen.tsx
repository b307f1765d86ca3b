import banner from '../../features/section-banner/section-banner.module.css';
import type { ScreenContext } from '../../navigation/screen.ts';
import { useIsReady } from '../../ui/ready.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './contact.module.css';
import { ContactForm } from './contact-form.tsx';
import { contactTexts } from './contact-texts.ts';

export const head = ({ tenant }: ScreenContext) => ({
  title: contactTexts.contact,
  description: contactTexts.description({ name: tenant.name }),
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
        <h1 tabIndex={-1}>{contactTexts.heading}</h1>
        <p className={banner.title}>{contactTexts.writeToUs}</p>
        <p className={banner.text}>{contactTexts.intro}</p>
      </header>
      {isReady ? <ContactForm /> : waiting}
    </div>
  );
}
