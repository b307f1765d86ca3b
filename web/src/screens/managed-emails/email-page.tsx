import { type EmailType, isAcademyType, type ManagedEmail } from '@academy/contract/managed-emails';
import { matchesEmail } from '@academy/contract/rules/table-search';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { exportEmails, useEmails } from '../../api/managed-emails.ts';
import { useMe } from '../../api/people.ts';
import { AcademyChoice } from '../../features/admin-head/academy-choice.tsx';
import { useCarriedAcademy } from '../../features/admin-head/use-carried-academy.ts';
import { academyName } from '../../lib/academy-name.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { urls } from '../../navigation/urls.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { AddEmail } from './add-email.tsx';
import { DeleteEmail } from './delete-email.tsx';
import { EditEmail } from './edit-email.tsx';
import css from './email-page.module.css';
import { EMAIL_WORDS, typesFor } from './email-types.ts';
import { useVerification } from './use-verification.ts';
import { VerifyEmail } from './verify-email.tsx';

type Task = 'edit' | 'delete';

/** Addresses by type: searched, added, changed, taken away and verified. */
export function EmailPage() {
  const emails = useEmails();
  const me = useMe();
  useCarriedAcademy();
  const tenantId = useChosenAcademy();
  const academy = academyName(tenantId);
  const [text, setText] = useState('');
  const [task, setTask] = useState<{ what: Task; email: ManagedEmail } | null>(null);
  const verification = useVerification();
  const types = typesFor(me?.isAdmin === true);
  const found = emails.filter((email) => matchesEmail(email, text));
  const close = () => setTask(null);
  return (
    <div className={`page ${css.screen}`}>
      <header className={css.head}>
        <h1 tabIndex={-1}>Manage Emails</h1>
        <p>
          You log in with <strong>{me?.email ?? 'your address'}</strong>. Further addresses count once you have verified
          them with the code that we mail to them.
        </p>
        <p>
          <a href={urls.notificationSettings()}>Choose what we send you</a>
        </p>
        {me?.isAdmin === true && <AcademyChoice />}
      </header>
      <AddEmail types={types} onAdded={verification.begin} />
      <search className={css.search}>
        <input
          type="search"
          aria-label="Search addresses"
          placeholder="Search addresses or types"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p role="status">
          {found.length === emails.length ? `${emails.length}` : `${found.length} of ${emails.length}`}{' '}
          {emails.length === 1 ? 'address' : 'addresses'}
        </p>
        {me?.isAdmin === true && (
          <DownloadButton
            label="Download the addresses of the academy as CSV"
            onDownload={() => download(exportEmails, { q: text }, tenantId)}
          />
        )}
      </search>
      {types.map((type) => (
        <TypeSection
          key={type}
          type={type}
          owner={isAcademyType(type) ? academy : null}
          emails={found.filter((email) => email.type === type)}
          isSearched={text.trim() !== ''}
          onVerify={(email) => void verification.begin(email)}
          onTask={(what, email) => setTask({ what, email })}
        />
      ))}
      {task?.what === 'edit' && <EditEmail email={task.email} onClose={close} onUpdated={verification.begin} />}
      {task?.what === 'delete' && <DeleteEmail email={task.email} onClose={close} />}
      {verification.email !== null && (
        <VerifyEmail
          key={`${verification.email.type} ${verification.email.email}`}
          email={verification.email}
          onAgain={verification.sendAgain}
          onClose={verification.end}
        />
      )}
    </div>
  );
}

interface TypeSectionProps {
  type: EmailType;
  /** Whose they are, where they are an academy's. */
  owner: string | null;
  emails: readonly ManagedEmail[];
  isSearched: boolean;
  onVerify: (email: ManagedEmail) => void;
  onTask: (what: Task, email: ManagedEmail) => void;
}

function TypeSection({ type, owner, emails, isSearched, onVerify, onTask }: TypeSectionProps) {
  const { title, hint } = EMAIL_WORDS[type];
  if (isSearched && emails.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby={`emails-${type}`}>
      <div>
        <h2 id={`emails-${type}`}>{title}</h2>
        {owner !== null && <p className={css.owner}>{owner}</p>}
        <p>{hint}</p>
      </div>
      {emails.length === 0 ? (
        <p className={css.none}>None yet.</p>
      ) : (
        <ul>
          {emails.map((email) => (
            <li key={email.email}>
              <span className={css.address}>{email.email}</span>
              <span className={css.state}>{email.isVerified ? <Tag>Verified</Tag> : 'Not verified'}</span>
              <span className={css.tasks}>
                {!email.isVerified && (
                  <Button aria-label={`Verify ${email.email}`} onClick={() => onVerify(email)}>
                    Verify
                  </Button>
                )}
                <Button look="quiet" aria-label={`Edit ${email.email}`} onClick={() => onTask('edit', email)}>
                  Edit
                </Button>
                <Button look="quiet" aria-label={`Delete ${email.email}`} onClick={() => onTask('delete', email)}>
                  Delete
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
