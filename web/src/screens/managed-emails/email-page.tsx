import { type EmailType, isAcademyType, type ManagedEmail } from '@academy/contract/managed-emails';
import { matchesEmail } from '@academy/contract/rules/table-search';
import { type ReactNode, useState } from 'react';
import { download } from '../../api/download.ts';
import { exportEmails, useEmails } from '../../api/managed-emails.ts';
import { useAreas, useMe } from '../../api/people.ts';
import { AcademyChoice } from '../../features/admin-head/academy-choice.tsx';
import { useCarriedAcademy } from '../../features/admin-head/use-carried-academy.ts';
import { joined } from '../../i18n/joined.ts';
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
import { TYPE_HINTS, typesFor } from './email-types.ts';
import { managedEmailTexts } from './managed-email-texts.ts';
import { useVerification } from './use-verification.ts';
import { VerifyEmail } from './verify-email.tsx';

type Task = 'edit' | 'delete';

/** Addresses by type: searched, added, changed, taken away and verified. */
export function EmailPage() {
  const emails = useEmails();
  const me = useMe();
  const areas = useAreas();
  useCarriedAcademy();
  const tenantId = useChosenAcademy();
  const academy = academyName(tenantId);
  const [text, setText] = useState('');
  const [task, setTask] = useState<{ what: Task; email: ManagedEmail } | null>(null);
  const verification = useVerification();
  const types = typesFor(areas.includes('emails'));
  const found = emails.filter((email) => matchesEmail(email, text));
  const close = () => setTask(null);
  const email = me?.email;
  const b = (words: ReactNode[]) => <strong>{words}</strong>;
  return (
    <div className={`page ${css.screen}`}>
      <header className={css.head}>
        <h1 tabIndex={-1}>{managedEmailTexts.title}</h1>
        <p>
          {joined(
            email === undefined ? managedEmailTexts.introWithoutAddress({ b }) : managedEmailTexts.intro({ email, b }),
          )}
        </p>
        <p>
          <a href={urls.notificationSettings()}>{managedEmailTexts.chooseMails}</a>
        </p>
        <AcademyChoice />
      </header>
      <AddEmail types={types} onAdded={verification.begin} />
      <search className={css.search}>
        <input
          type="search"
          aria-label={managedEmailTexts.search}
          placeholder={managedEmailTexts.searchExample}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p role="status">
          {found.length === emails.length
            ? managedEmailTexts.count({ count: emails.length })
            : managedEmailTexts.found({ found: found.length, count: emails.length })}
        </p>
        {areas.includes('emails') && (
          <DownloadButton
            label={managedEmailTexts.download}
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
  if (isSearched && emails.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby={`emails-${type}`}>
      <div>
        <h2 id={`emails-${type}`}>{managedEmailTexts[type]}</h2>
        {owner !== null && <p className={css.owner}>{owner}</p>}
        <p>{managedEmailTexts[TYPE_HINTS[type]]}</p>
      </div>
      {emails.length === 0 ? (
        <p className={css.none}>{managedEmailTexts.none}</p>
      ) : (
        <ul>
          {emails.map((email) => (
            <li key={email.email}>
              <span className={css.address}>{email.email}</span>
              <span className={css.state}>
                {email.isVerified ? <Tag>{managedEmailTexts.verified}</Tag> : managedEmailTexts.notVerified}
              </span>
              <span className={css.tasks}>
                {!email.isVerified && (
                  <Button
                    aria-label={managedEmailTexts.verifyOne({ email: email.email })}
                    onClick={() => onVerify(email)}
                  >
                    {managedEmailTexts.verify}
                  </Button>
                )}
                <Button
                  look="quiet"
                  aria-label={managedEmailTexts.editOne({ email: email.email })}
                  onClick={() => onTask('edit', email)}
                >
                  {managedEmailTexts.edit}
                </Button>
                <Button
                  look="quiet"
                  aria-label={managedEmailTexts.deleteOne({ email: email.email })}
                  onClick={() => onTask('delete', email)}
                >
                  {managedEmailTexts.delete}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
