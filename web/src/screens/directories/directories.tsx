import { useRef, useState } from 'react';
import { type Directory, useDirectories, useDirectoryChanges } from '../../api/directories.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './directories.module.css';
import { DirectoryForm } from './directory-form.tsx';
import { DirectoryPeople } from './directory-people.tsx';
import { directoryTexts } from './directory-texts.ts';

/** The directories of the installation: add, change, prove domains, try, delete. */
export function Directories() {
  const { data, error, refetch } = useDirectories();
  const changes = useDirectoryChanges();
  const [edited, setEdited] = useState<Directory | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Directory | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (data === undefined)
    return error === null ? (
      <p role="status" className={css.note}>
        {directoryTexts.loading}
      </p>
    ) : (
      <div role="alert" className={css.panel}>
        <p>{directoryTexts.failed({ message: error.message })}</p>
        <Button onClick={() => void refetch()}>{directoryTexts.tryAgain}</Button>
      </div>
    );

  const report = (change: Promise<unknown>, done: string) =>
    change.then(
      () => addToast({ type: 'success', message: done }),
      (reason: unknown) =>
        addToast({ type: 'danger', message: reason instanceof Error ? reason.message : String(reason) }),
    );
  const close = () => {
    setEdited(null);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const remove = async ({ directoryId }: Directory) => {
    setDeleting(null);
    await report(changes.remove(directoryId), directoryTexts.deleted);
    heading.current?.focus();
  };
  const tryIt = async ({ directoryId }: Directory) => {
    // Opened at once: browsers block tabs that are opened later than the click.
    const tab = window.open('about:blank', '_blank');
    try {
      const address = await changes.addressOfTrial(directoryId);
      if (tab === null) window.location.assign(address);
      else tab.location.href = address;
    } catch (reason) {
      tab?.close();
      await report(Promise.reject(reason), '');
    }
  };

  return (
    <div className={css.parts}>
      {edited === null ? (
        <div>
          <Button look="primary" onClick={() => setEdited('new')}>
            {directoryTexts.add}
          </Button>
        </div>
      ) : (
        <DirectoryForm
          key={edited === 'new' ? 'new' : edited.directoryId}
          directory={edited === 'new' ? null : edited}
          onClose={close}
        />
      )}
      <section className={css.listed} aria-labelledby="directories">
        <h2 id="directories" ref={heading} tabIndex={-1}>
          {directoryTexts.directories}
        </h2>
        {data.length === 0 && <p className={css.note}>{directoryTexts.empty}</p>}
        <ul className={css.list}>
          {data.map((one) => (
            <li key={one.directoryId} className={css.directory}>
              <h3>{one.name}</h3>
              <p className={css.tags}>
                {one.isActive ? <Tag look="accent">{directoryTexts.on}</Tag> : <Tag>{directoryTexts.off}</Tag>}
                <Tag>{directoryTexts[one.kind]}</Tag>
                {one.isRequired && <Tag>{directoryTexts.required}</Tag>}
              </p>
              <dl className={css.facts}>
                <dt>{directoryTexts.issuer}</dt>
                <dd>{one.issuer}</dd>
                <dt>{directoryTexts.redirectUri}</dt>
                <dd>{one.redirectUri}</dd>
                {one.kind === 'saml' && (
                  <>
                    <dt>{directoryTexts.entityId}</dt>
                    <dd>{one.clientId}</dd>
                  </>
                )}
              </dl>
              <ul className={css.domains}>
                {one.domains.map(({ domain, provedAt, record }) => (
                  <li key={domain}>
                    <strong>{domain}</strong>
                    {provedAt !== null ? (
                      <p className={css.note}>{directoryTexts.proved}</p>
                    ) : (
                      <>
                        <p className={css.note}>{directoryTexts.notProved}</p>
                        <dl className={css.facts}>
                          <dt>{directoryTexts.recordName}</dt>
                          <dd>{record.name}</dd>
                          <dt>{directoryTexts.recordValue}</dt>
                          <dd>{record.value}</dd>
                        </dl>
                        <Button
                          aria-label={directoryTexts.proveOne({ domain })}
                          onClick={() =>
                            void report(changes.prove(one.directoryId, domain), directoryTexts.domainProved)
                          }
                        >
                          {directoryTexts.prove}
                        </Button>
                      </>
                    )}
                  </li>
                ))}
              </ul>
              <DirectoryPeople directoryId={one.directoryId} name={one.name} />
              <div className={css.buttons}>
                <Button aria-label={directoryTexts.tryOne({ name: one.name })} onClick={() => void tryIt(one)}>
                  {directoryTexts.tryIt}
                </Button>
                <Button aria-label={directoryTexts.changeOne({ name: one.name })} onClick={() => setEdited(one)}>
                  {directoryTexts.change}
                </Button>
                <Button aria-label={directoryTexts.deleteOne({ name: one.name })} onClick={() => setDeleting(one)}>
                  {directoryTexts.delete}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <Modal
        open={deleting !== null}
        title={directoryTexts.deleteTitle}
        onClose={() => setDeleting(null)}
        actions={
          <>
            <Button data-first onClick={() => setDeleting(null)}>
              {directoryTexts.cancel}
            </Button>
            <Button look="danger" onClick={() => deleting !== null && void remove(deleting)}>
              {directoryTexts.deleteDirectory}
            </Button>
          </>
        }
      >
        <p>{directoryTexts.deleteText({ name: deleting?.name ?? '' })}</p>
      </Modal>
    </div>
  );
}
