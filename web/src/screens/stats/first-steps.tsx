import type { FirstStep } from '@academy/contract/stats';
import type { ReactNode } from 'react';
import { useFirstSteps } from '../../api/stats.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { urls } from '../../navigation/urls.ts';
import css from './first-steps.module.css';
import { statsTexts } from './stats-texts.ts';

/**
 * What a new academy needs, above the rest of the screen; nothing once everything is done. The rest is shown when the
 * steps are known or could not be loaded, so that they never push it down.
 */
export function FirstSteps({ children }: { children: ReactNode }) {
  const { data, isPending } = useFirstSteps(useChosenAcademy());
  if (isPending) return null;
  return (
    <>
      {data !== undefined && data.left.length > 0 && <Steps {...data} />}
      {children}
    </>
  );
}

function Steps({ left, missingPages }: { left: FirstStep[]; missingPages: string[] }) {
  const hrefOf = useAdminHref();
  const pages = missingPages.join(', ');
  const steps: Readonly<Record<FirstStep, { title: string; text: string; href: string }>> = {
    sender: { title: statsTexts.stepSender, text: statsTexts.stepSenderText, href: urls.email() },
    pages: { title: statsTexts.stepPages, text: statsTexts.stepPagesText({ pages }), href: adminUrls.content() },
    course: { title: statsTexts.stepCourse, text: statsTexts.stepCourseText, href: adminUrls.content() },
    people: { title: statsTexts.stepPeople, text: statsTexts.stepPeopleText, href: adminUrls.importPeople() },
    backup: { title: statsTexts.stepBackup, text: statsTexts.stepBackupText, href: adminUrls.health() },
  };
  return (
    <section aria-labelledby="first-steps" className={css.steps}>
      <h2 id="first-steps">{statsTexts.firstSteps}</h2>
      <ol>
        {left.map((step) => (
          <li key={step}>
            <a href={hrefOf(steps[step].href)}>{steps[step].title}</a>
            <p>{steps[step].text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
