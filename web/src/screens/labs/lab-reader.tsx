import '../../styles/lab.css';
import type { Workshop, WorkshopPage } from '@academy/contract/workshops';
import { ArrowLeft, ArrowRight, FlaskConical, ListTree } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type LabKind, useLab, useMayStartLabs } from '../../api/labs.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { LockPanel } from '../../features/access-lock/lock-panel.tsx';
import { FeedbackButton } from '../../features/feedback/feedback-button.tsx';
import { Prose } from '../../features/prose/prose.tsx';
import { ProseSkeleton } from '../../features/prose/prose-skeleton.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { LabProofLine } from './lab-proof-line.tsx';
import css from './lab-reader.module.css';
import { labTexts } from './lab-texts.ts';

const LabStart = lazyComponent(
  () => import('./lab-start.tsx'),
  ({ LabStart }) => LabStart,
);

interface LabReaderProps {
  workshop: Workshop;
  /** True while a locked lab is refetched. */
  isUnlocking: boolean;
  /** Name of the page in the address; null: the first. */
  pageName: string | null;
  /** The lesson or guide that the lab belongs to. */
  back: { href: string; title: string };
  kind: LabKind;
  /** Address of a page; of the first without a name. */
  hrefOf: (pageName?: string) => string;
}

/** The pages of a lab for reading, one at a time, over the full width. */
export function LabReader({ workshop, isUnlocking, pageName, back, kind, hrefOf }: LabReaderProps) {
  const { pages } = workshop;
  const page = pages.find(({ name }) => name === pageName) ?? pages[0] ?? null;
  const first = pages[0]?.name;
  const mayStart = useMayStartLabs();
  const [lab, refetch] = useLab(kind, back.href, workshop);
  const [hadLab, setHadLab] = useState(false);
  if (lab !== null && !hadLab) setHadLab(true);
  const addressOf = ({ name }: WorkshopPage) => hrefOf(name === first ? undefined : name);
  const start = lab && (
    <Suspense>
      <LabStart
        kind={kind}
        lessonId={workshop.lessonId}
        title={workshop.title}
        back={back}
        lab={lab}
        refetch={refetch}
      />
    </Suspense>
  );
  return (
    <div className={css.lab}>
      <div className={`${css.side} no-print`}>
        <p className={css.back}>
          <a href={back.href}>
            <ArrowLeft aria-hidden="true" />
            {back.title}
          </a>
        </p>
        {page && <PageList key={page.name} title={workshop.title} pages={pages} current={page} addressOf={addressOf} />}
      </div>
      <article className={css.article} aria-busy={isUnlocking}>
        {workshop.proof && <LabProofLine proof={workshop.proof} path={back.href} />}
        {page && start}
        {page && !mayStart && (
          <p className={`${css.login} no-print`} role="status">
            {/* The running lab has just gone with the session. */}
            {hadLab && <span>{labTexts.loggedOut}</span>}
            <Button onClick={() => goToLogin()}>{labTexts.logInToStart}</Button>
          </p>
        )}
        {page && !isUnlocking ? (
          <LabPage key={page.name} workshop={workshop} page={page} addressOf={addressOf} />
        ) : (
          <NoPage workshop={workshop} isUnlocking={isUnlocking} back={back} kind={kind} />
        )}
        {!page && lab?.kind === 'iframe' && start}
        {page && workshop.courseId !== null && (
          <FeedbackButton type="lesson" id={workshop.lessonId} courseId={workshop.courseId} />
        )}
      </article>
    </div>
  );
}

interface PageListProps {
  title: string;
  pages: readonly WorkshopPage[];
  current: WorkshopPage;
  addressOf: (page: WorkshopPage) => string;
}

function PageList({ title, pages, current, addressOf }: PageListProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className={css.toggle} aria-expanded={open} aria-controls="lab-pages" onClick={() => setOpen(!open)}>
        <ListTree aria-hidden="true" />
        {labTexts.pageOf({ value: pages.indexOf(current) + 1, count: pages.length })}
      </Button>
      <nav id="lab-pages" className={open ? css.pages : `${css.pages} ${css.closed}`} aria-label={labTexts.pages}>
        <p className={css.name} dir="auto">
          {title}
        </p>
        <ol>
          {pages.map((page) => (
            <li key={page.name} dir="auto">
              <a href={addressOf(page)} aria-current={page === current ? 'page' : undefined}>
                {page.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}

interface LabPageProps {
  workshop: Workshop;
  page: WorkshopPage;
  addressOf: (page: WorkshopPage) => string;
}

function LabPage({ workshop: { title, pages }, page, addressOf }: LabPageProps) {
  const index = pages.indexOf(page);
  const previous = pages[index - 1];
  const next = pages[index + 1];
  return (
    <>
      <header className={css.head}>
        <p>
          <FlaskConical aria-hidden="true" />
          {page.title === title ? labTexts.lab : title}
        </p>
        <h1 tabIndex={-1} dir="auto">
          {page.title}
        </h1>
      </header>
      <Prose html={page.html} />
      {pages.length > 1 && (
        <nav className={`${css.turn} no-print`} aria-label={labTexts.lab}>
          {previous && (
            <LinkButton
              href={addressOf(previous)}
              rel="prev"
              aria-label={labTexts.previousOf({ title: previous.title })}
            >
              <ArrowLeft aria-hidden="true" />
              {labTexts.previous}
            </LinkButton>
          )}
          {next && (
            <LinkButton
              look="primary"
              className={css.next}
              href={addressOf(next)}
              rel="next"
              aria-label={`${page.exitSign ?? labTexts.continue}: ${next.title}`}
            >
              {page.exitSign ?? labTexts.continue}
              <ArrowRight aria-hidden="true" />
            </LinkButton>
          )}
        </nav>
      )}
    </>
  );
}

/** Why there is nothing to read, and a link. */
function NoPage({ workshop, isUnlocking, back, kind }: Omit<LabReaderProps, 'pageName' | 'hrefOf'>) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const lock = isUnlocking ? null : lockMessage(workshop.locked, isAuthenticated, tenant);
  // The other platform gets the learner's identity once they are signed in.
  const [lab] = useLab(kind, back.href, workshop);
  const labUrl = lab?.url ?? workshop.labUrl;
  return (
    <>
      <header className={css.head}>
        <p>
          <FlaskConical aria-hidden="true" />
          {labTexts.lab}
        </p>
        <h1 tabIndex={-1} dir="auto">
          {workshop.title}
        </h1>
      </header>
      {isUnlocking && <ProseSkeleton />}
      {lock && <LockPanel message={lock} onLogin={goToLogin} />}
      {!isUnlocking && !lock && lab?.kind !== 'iframe' && (
        <section className={css.note} aria-label={labTexts.about}>
          {labUrl !== null ? (
            <>
              <p>{labTexts.outside({ host: new URL(labUrl).host })}</p>
              <LinkButton look="primary" href={labUrl} target="_blank" rel="noopener noreferrer">
                {labTexts.open}
                <span className="sr-only"> {labTexts.inNewTab}</span>
                <ArrowRight aria-hidden="true" />
              </LinkButton>
            </>
          ) : (
            <>
              <p>{labTexts.notPublished}</p>
              <LinkButton href={back.href}>{back.title}</LinkButton>
            </>
          )}
        </section>
      )}
    </>
  );
}
