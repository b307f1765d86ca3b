import type { Tenant } from '@academy/contract/tenants';
import { openModal } from '../lib/dialogs.ts';
import { NEW_TAB, NewTab } from '../ui/new-tab.tsx';
import css from './footer.late.module.css';

interface FooterProps {
  tenant: Pick<Tenant, 'footer' | 'tagline'>;
  logoSrc: string;
}

export function Footer({ tenant, logoSrc }: FooterProps) {
  const { title, copyright, groups } = tenant.footer;
  return (
    <footer className={`${css.footer} no-print`}>
      <div className="page">
        <div className={css.grid}>
          <div>
            <p className={css.title}>
              <img src={logoSrc} alt="" width="28" height="28" loading="lazy" />
              {title}
            </p>
            <p className={css.tagline}>{tenant.tagline}</p>
          </div>
          {groups.map((group) => (
            <nav key={group.title} aria-label={group.title}>
              <h2>{group.title}</h2>
              <ul className={css.list}>
                {group.entries.map((entry) => (
                  <li key={entry.title}>
                    {'action' in entry ? (
                      <button type="button" onClick={() => openModal('feedback')}>
                        {entry.title}
                      </button>
                    ) : (
                      <a href={entry.href} {...(entry.external && NEW_TAB)}>
                        {entry.title}
                        {entry.external && <NewTab />}
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className={css.end}>{copyright}</p>
      </div>
    </footer>
  );
}
