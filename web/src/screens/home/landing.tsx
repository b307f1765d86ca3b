import type { CourseItem } from '@academy/contract/courses';
import type { TenantLink } from '@academy/contract/tenants';
import { ArrowRight } from 'lucide-react';
import { CourseCard } from '../../features/cards/course-card.tsx';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { urls } from '../../urls.ts';
import late from './landing.late.module.css';
import css from './landing.module.css';

/** Home for visitors: what the academy is, the ways in, and something to begin with. */
export function Landing({ courses }: { courses: readonly CourseItem[] }) {
  const tenant = useTenant();
  const { landing } = tenant;
  const [first, ...others] = courses;
  return (
    <div className={css.landing}>
      <section className={css.hero}>
        <div className={css.words}>
          <h1 tabIndex={-1}>{landing.title}</h1>
          {landing.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <div className={css.actions}>
            <LinkButton look="primary" href={landing.primary.href}>
              {landing.primary.title}
            </LinkButton>
            <SecondaryAction link={landing.secondary} />
          </div>
        </div>
        <div className={css.art}>
          <CoverArt slug="welcome-139" style={tenant.cover} />
        </div>
      </section>
      <dl className={css.facts}>
        {landing.facts.map((fact) => (
          <div key={fact.title}>
            <dt>{fact.title}</dt>
            <dd>{fact.text}</dd>
          </div>
        ))}
      </dl>
      {first ? (
        <section className={css.section} aria-labelledby="featured">
          <div className={css.head}>
            <h2 id="featured">Begin with one of these</h2>
            <a href={urls.courses()}>All courses</a>
          </div>
          {others.length >= 3 ? (
            <>
              <div className={css.lead}>
                <CourseCard
                  course={first}
                  href={urls.course(first.slug)}
                  tenant={tenant}
                  signedIn={false}
                  heading="h3"
                  lead
                />
              </div>
              <CourseGrid courses={others.slice(0, 3)} label="Featured courses" heading="h3" />
            </>
          ) : (
            <CourseGrid courses={courses} label="Featured courses" heading="h3" wide />
          )}
        </section>
      ) : (
        tenant.misconfigurationNotice && <p className={css.notice}>{tenant.misconfigurationNotice}</p>
      )}
      <section className={`${css.section} ${late.paths}`} aria-labelledby="paths">
        <div>
          <h2 id="paths">{landing.paths.title}</h2>
          <p>{landing.paths.text}</p>
          <LinkButton href={urls.learningPaths()}>
            See the learning paths
            <ArrowRight aria-hidden="true" />
          </LinkButton>
        </div>
        <RouteDrawing />
      </section>
    </div>
  );
}

function SecondaryAction({ link }: { link: TenantLink & { action?: 'register' } }) {
  return link.action === 'register' ? (
    <LinkButton href={urls.register()} target="_blank" rel="noopener">
      {link.title}
    </LinkButton>
  ) : (
    <LinkButton href={link.href}>{link.title}</LinkButton>
  );
}

/** Stops along a way, the last one reached. */
function RouteDrawing() {
  return (
    <svg className={late.route} viewBox="0 0 400 200" aria-hidden="true">
      <path className={late.routeLine} d="M24 168C110 168 96 92 170 96s60 52 116 34 44-92 90-96" />
      <circle className={late.routeStop} cx="24" cy="168" r="13" />
      <circle className={late.routeStop} cx="170" cy="96" r="13" />
      <circle className={late.routeStop} cx="286" cy="130" r="13" />
      <circle className={late.routeStop} cx="376" cy="34" r="17" />
    </svg>
  );
}
