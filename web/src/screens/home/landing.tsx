import type { TenantLink } from '@academy/contract/tenants';
import { CourseCard } from '../../features/cards/course-card.tsx';
import { CourseGrid } from '../../features/cards/course-grid.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { hasGuides, useFeaturedCourses } from './featured.ts';
import css from './landing.module.css';
import { GuidesTeaser, PathsTeaser } from './landing-teasers.tsx';
import { landingTexts } from './landing-texts.ts';

/** Home for visitors: what the academy is, links into it, and featured courses. */
export function Landing() {
  const tenant = useTenant();
  const { landing, pro } = tenant;
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
      <FeaturedCourses />
      <PathsTeaser />
      {hasGuides(tenant) && <GuidesTeaser />}
      <section className={`${css.section} ${css.pro}`} aria-labelledby="pro">
        <h2 id="pro">{pro.title}</h2>
        <p>{pro.text}</p>
      </section>
    </div>
  );
}

/** Featured courses; an academy without courses says why there are none. */
function FeaturedCourses() {
  const tenant = useTenant();
  const { courses, total } = useFeaturedCourses();
  const [first, ...others] = courses;
  if (first === undefined)
    return tenant.misconfigurationNotice && <p className={css.notice}>{tenant.misconfigurationNotice}</p>;
  return (
    <section className={css.section} aria-labelledby="featured">
      <div className={css.head}>
        <h2 id="featured">{landingTexts.featuredTitle}</h2>
        <a href={urls.courses()}>
          {total > courses.length ? landingTexts.allCoursesCounted({ total }) : landingTexts.allCourses}
        </a>
      </div>
      {others.length === 0 || others.length >= 3 ? (
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
          <CourseGrid courses={others} label={landingTexts.featuredList} heading="h3" few />
        </>
      ) : (
        <CourseGrid courses={courses} label={landingTexts.featuredList} heading="h3" few />
      )}
    </section>
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
