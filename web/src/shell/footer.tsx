import { openModal } from '../lib/dialogs.ts';
import { useTenant } from '../lib/runtime.tsx';
import { NEW_TAB, NewTab } from '../ui/new-tab.tsx';
import { urls } from '../urls.ts';
import css from './footer.late.module.css';

export function Footer() {
  const tenant = useTenant();
  const { title, copyright, groups } = tenant.footer;
  return (
    <footer className={`${css.footer} no-print`}>
      <div className="page">
        <div className={css.grid}>
          <div>
            <p className={css.title}>
              <img src={urls.logo(tenant.tenantId)} alt="" width="28" height="28" loading="lazy" />
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
