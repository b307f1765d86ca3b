import type { Account } from '@academy/contract/account';
import { ExternalLink } from 'lucide-react';
import { Suspense } from 'react';
import { useAccount } from '../../api/account.ts';
import { LanguageSwitch } from '../../features/language/language-switch.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { isImpersonating } from '../../lib/storage.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';
import { CalendarFeed } from './calendar-feed.tsx';
import { calendarFeedTexts } from './calendar-feed-texts.ts';
import { DailyReview } from './daily-review.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { NameForm } from './name-form.tsx';
import { NotificationChoices } from './notification-choices.tsx';
import { OwnData } from './own-data.tsx';
import { Privacy } from './privacy.tsx';
import { SessionList } from './session-list.tsx';

/** Stands below everything else, and brings a table with it. */
const OwnTokens = lazyComponent(
  () => import('../../features/personal-access-tokens/own-tokens.tsx'),
  (file) => file.OwnTokens,
);

/** The own account: name, sign-in, browsers, tokens, data, deletion. */
export function AccountPage() {
  const account = useAccount();
  const { analytics } = useConfig();
  return (
    <div className={`page ${css.screen}`}>
      <header className={css.head}>
        <h1 tabIndex={-1}>{accountTexts.yourAccount}</h1>
        <p>{account.email}</p>
      </header>
      <section className={css.section} aria-labelledby="name">
        <h2 id="name">{accountTexts.yourName}</h2>
        {account.managedHere ? <NameForm account={account} /> : <ManagedElsewhere account={account} />}
      </section>
      <section className={css.section} aria-labelledby="language">
        <h2 id="language">{accountTexts.language}</h2>
        <div className={css.part}>
          <p className={css.note}>{accountTexts.languageText}</p>
          <LanguageSwitch label={accountTexts.chooseLanguage} />
        </div>
      </section>
      <section className={css.section} aria-labelledby="sign-in">
        <h2 id="sign-in">{accountTexts.security}</h2>
        <SignIn account={account} />
      </section>
      {!isImpersonating && <Access account={account} />}
      <section className={css.section} id="daily-review" aria-labelledby="daily-review-title">
        <h2 id="daily-review-title">{accountTexts.dailyReview}</h2>
        <DailyReview />
      </section>
      <section className={css.section} id="notifications" aria-labelledby="notifications-title">
        <h2 id="notifications-title">{accountTexts.notifications}</h2>
        <NotificationChoices />
      </section>
      {!isImpersonating && (
        <section className={css.section} id="calendar" aria-labelledby="calendar-title">
          <h2 id="calendar-title">{calendarFeedTexts.title}</h2>
          <CalendarFeed />
        </section>
      )}
      {analytics !== null && (
        <section className={css.section} aria-labelledby="privacy">
          <h2 id="privacy">{accountTexts.privacy}</h2>
          <Privacy host={analytics} />
        </section>
      )}
      {!isImpersonating && <Ownership account={account} />}
    </div>
  );
}

/** Where and how the account is open: for its owner alone. */
function Access({ account }: { account: Account }) {
  return (
    <>
      <section className={css.section} aria-labelledby="sessions">
        <h2 id="sessions">{accountTexts.sessions}</h2>
        <Suspense>
          <SessionList managedHere={account.managedHere} />
        </Suspense>
      </section>
      <section className={css.tokens} aria-label={accountTexts.accessTokens}>
        <Suspense>
          <OwnTokens />
        </Suspense>
      </section>
    </>
  );
}

/** What else only the owner does. */
function Ownership({ account }: { account: Account }) {
  return (
    <>
      <section className={css.section} aria-labelledby="data">
        <h2 id="data">{accountTexts.yourData}</h2>
        <OwnData />
      </section>
      <section className={css.section} aria-labelledby="delete">
        <h2 id="delete">{accountTexts.deleteAccount}</h2>
        <DeleteAccount account={account} />
      </section>
    </>
  );
}

function ManagedElsewhere({ account: { firstName, lastName } }: { account: Account }) {
  return (
    <div className={css.part}>
      <p className={css.value}>{`${firstName} ${lastName}`.trim() || accountTexts.noName}</p>
      <p className={css.note}>{accountTexts.nameKeptElsewhere}</p>
    </div>
  );
}

function SignIn({ account: { email, emailVerified, managedHere, securityUrl } }: { account: Account }) {
  return (
    <div className={css.part}>
      <p className={css.value}>
        {email}
        {!emailVerified && <span className={css.note}> {accountTexts.notConfirmed}</span>}
      </p>
      <p className={css.note}>{managedHere ? accountTexts.managedHere : accountTexts.managedElsewhere}</p>
      {/* Another tab would be the administrator's own. */}
      {securityUrl !== null && !isImpersonating && (
        <LinkButton href={securityUrl} target="_blank" rel="noopener">
          {accountTexts.openSecurity}
          <ExternalLink aria-hidden="true" />
          <span className="sr-only"> {accountTexts.newTab}</span>
        </LinkButton>
      )}
    </div>
  );
}
