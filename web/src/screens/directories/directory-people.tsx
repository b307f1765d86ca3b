import { useEffect, useRef, useState } from 'react';
import { useDirectoryTokenChanges, useDirectoryTokens } from '../../api/directories-tokens.ts';
import { momentText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import css from './directories.module.css';
import { directoryPeopleTexts } from './directory-people-texts.ts';

/** How the directory keeps its people and groups up to date: the address of SCIM, and its tokens. */
export function DirectoryPeople({ directoryId, name }: { directoryId: string; name: string }) {
  const { data, error, refetch } = useDirectoryTokens(directoryId);
  const changes = useDirectoryTokenChanges(directoryId);
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (made !== null) shown.current?.focus();
  }, [made]);

  const failed = (reason: unknown) =>
    addToast({ type: 'danger', message: reason instanceof Error ? reason.message : String(reason) });
  const create = () => changes.create().then(({ token }) => setMade(token), failed);
  const done = () => {
    setMade(null);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const end = async (tokenId: string) => {
    setEnding(null);
    await changes
      .remove(tokenId)
      .then(() => addToast({ type: 'success', message: directoryPeopleTexts.ended }), failed);
    heading.current?.focus();
  };

  return (
    <section className={css.people} aria-label={directoryPeopleTexts.peopleOf({ name })}>
      <h4 ref={heading} tabIndex={-1}>
        {directoryPeopleTexts.people}
      </h4>
      {data === undefined && error === null && (
        <p role="status" className={css.note}>
          {directoryPeopleTexts.loading}
        </p>
      )}
      {data === undefined && error !== null && (
        <div role="alert">
          <p>{directoryPeopleTexts.failed({ message: error.message })}</p>
          <Button onClick={() => void refetch()}>{directoryPeopleTexts.tryAgain}</Button>
        </div>
      )}
      {data !== undefined && (
        <>
          <p className={css.note}>
            {data.result.length === 0 ? directoryPeopleTexts.none : directoryPeopleTexts.counts(data)}
          </p>
          <dl className={css.facts}>
            <dt>{directoryPeopleTexts.address}</dt>
            <dd>{data.address}</dd>
          </dl>
          <ul className={css.domains}>
            {data.result.map(({ tokenId, createdAt, expiresAt, lastUsedAt, lastError }) => (
              <li key={tokenId} className={css.token}>
                <strong>{directoryPeopleTexts.token({ moment: momentText(createdAt) })}</strong>
                <p className={css.note}>
                  {lastUsedAt === null
                    ? directoryPeopleTexts.neverUsed
                    : directoryPeopleTexts.lastUsed({ moment: momentText(lastUsedAt) })}{' '}
                  {Date.parse(expiresAt) <= Date.now()
                    ? directoryPeopleTexts.expired({ moment: momentText(expiresAt) })
                    : directoryPeopleTexts.expires({ moment: momentText(expiresAt) })}
                </p>
                {lastError !== null && (
                  <p className={css.problem}>
                    {directoryPeopleTexts.lastError({ moment: momentText(lastError.at), message: lastError.message })}
                  </p>
                )}
                <Button
                  aria-label={directoryPeopleTexts.endOne({ moment: momentText(createdAt), name })}
                  onClick={() => setEnding(tokenId)}
                >
                  {directoryPeopleTexts.end}
                </Button>
              </li>
            ))}
          </ul>
          {made === null ? (
            <div>
              <Button aria-label={directoryPeopleTexts.createOne({ name })} onClick={() => void create()}>
                {directoryPeopleTexts.create}
              </Button>
            </div>
          ) : (
            <div className={css.people}>
              <h5 ref={shown} tabIndex={-1}>
                {directoryPeopleTexts.copyToken}
              </h5>
              <SecretField
                label={directoryPeopleTexts.secret({ name })}
                value={made}
                warning={<p>{directoryPeopleTexts.secretText}</p>}
              >
                <Button onClick={done}>{directoryPeopleTexts.done}</Button>
              </SecretField>
            </div>
          )}
        </>
      )}
      <Modal
        open={ending !== null}
        title={directoryPeopleTexts.endTitle}
        onClose={() => setEnding(null)}
        actions={
          <>
            <Button data-first onClick={() => setEnding(null)}>
              {directoryPeopleTexts.cancel}
            </Button>
            <Button look="danger" onClick={() => ending !== null && void end(ending)}>
              {directoryPeopleTexts.endToken}
            </Button>
          </>
        }
      >
        <p>{directoryPeopleTexts.endText({ name })}</p>
      </Modal>
    </section>
  );
}
