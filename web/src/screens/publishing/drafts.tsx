import { Suspense, useState } from 'react';
import { type Draft, useDraftChanges, useDraftFiles, useDrafts } from '../../api/drafts.ts';
import { useContentVersion } from '../../api/publishing-history.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { momentText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Difference, type VersionFile } from './difference.tsx';
import { draftsTexts } from './drafts-texts.ts';
import css from './history.module.css';
import { PlanDraft } from './plan-draft.tsx';

type Item = Draft['items'][number];
type Doing = { what: 'plan' | 'revoke'; draft: Draft } | { what: 'compare'; draft: Draft; item: Item };

const done = (message: string) => addToast({ type: 'success', message, autoClose: true });
const failed = (message: string) => showAlert({ type: 'danger', message: escapeHtml(message) });

/** What was pushed and is not published: links, plans, changes. Nothing where there are no drafts. */
export function Drafts() {
  const tenantId = useChosenAcademy();
  const drafts = useDrafts(tenantId);
  const { revoke } = useDraftChanges(tenantId);
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts" className={css.drafts}>
      <h2 id="drafts">{draftsTexts.drafts}</h2>
      <p className={css.muted}>{draftsTexts.intro}</p>
      <ul className={css.versions}>
        {drafts.map((draft) => (
          <OneDraft key={draft.draftId} draft={draft} onChoose={setDoing} />
        ))}
      </ul>
      {doing?.what === 'plan' && <PlanDraft tenantId={tenantId} draft={doing.draft} onClose={close} />}
      {doing?.what === 'revoke' && (
        <Confirm
          open
          title={draftsTexts.revokeTitle({ name: doing.draft.name })}
          action={draftsTexts.revoke}
          isDangerous
          onConfirm={async () => {
            await revoke(doing.draft.draftId);
            done(draftsTexts.isRevoked);
          }}
          onClose={close}
          onFailure={failed}
        >
          <p>{draftsTexts.revokeText}</p>
        </Confirm>
      )}
      {doing?.what === 'compare' && (
        <Modal open full title={draftsTexts.changes({ title: doing.item.title })} onClose={close}>
          <Suspense fallback={<Spinner label={draftsTexts.loading} />}>
            <Changes tenantId={tenantId} draftId={doing.draft.draftId} item={doing.item} />
          </Suspense>
        </Modal>
      )}
    </section>
  );
}

function OneDraft({ draft, onChoose }: { draft: Draft; onChoose: (doing: Doing) => void }) {
  const { plan } = useDraftChanges(useChosenAcademy());
  const { name, url, draftId } = draft;
  const cancel = () =>
    plan(draftId, null).then(
      () => done(draftsTexts.isCancelled),
      ({ message }) => failed(message),
    );
  const copy = (link: string) =>
    navigator.clipboard.writeText(link).then(
      () => done(draftsTexts.copied),
      () => failed(link),
    );
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>{' '}
        <span className={css.muted}>
          {draftsTexts.by({ name: draft.owner })} · {stateText(draft)}
        </span>
        {draft.plan !== null && (
          <p>
            {draftsTexts.planned({
              moment: momentText(draft.plan.at, { timeZone: draft.plan.timeZone }),
              timeZone: draft.plan.timeZone,
            })}
          </p>
        )}
        {draft.problem !== null && <p className={css.problem}>{draftsTexts.problem({ problem: draft.problem })}</p>}
        <ul className={css.items}>
          {draft.items.map((item) => (
            <Drafted
              key={`${item.kind} ${item.id}`}
              item={item}
              onCompare={() => onChoose({ what: 'compare', draft, item })}
            />
          ))}
        </ul>
      </div>
      <div className={css.actions}>
        {url !== null && (
          <>
            <LinkButton href={url} target="_blank" aria-label={draftsTexts.lookAt({ name })}>
              {draftsTexts.look}
            </LinkButton>
            <Button aria-label={draftsTexts.copyOf({ name })} onClick={() => void copy(url)}>
              {draftsTexts.copy}
            </Button>
          </>
        )}
        {draft.plan !== null && (
          <Button aria-label={draftsTexts.cancelPlanOf({ name })} onClick={() => void cancel()}>
            {draftsTexts.cancelPlan}
          </Button>
        )}
        {draft.state !== 'revoked' && (
          <>
            <Button aria-label={draftsTexts.planOf({ name })} onClick={() => onChoose({ what: 'plan', draft })}>
              {draftsTexts.plan}
            </Button>
            <Button aria-label={draftsTexts.revokeOf({ name })} onClick={() => onChoose({ what: 'revoke', draft })}>
              {draftsTexts.revoke}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function Drafted({ item, onCompare }: { item: Item; onCompare: () => void }) {
  const facts = [
    ...(item.base === 0 ? [draftsTexts.fresh] : []),
    ...(item.isOutdated ? [draftsTexts.outdated] : []),
    ...(item.findings.length === 0 ? [] : [draftsTexts.findings({ count: item.findings.length })]),
  ];
  return (
    <li>
      <div>
        <span dir="auto">{item.title}</span> <code>{`${item.kind}:${item.id}`}</code>{' '}
        <span className={css.muted}>{facts.join(' · ')}</span>
      </div>
      <Button aria-label={draftsTexts.compareItem({ title: item.title })} onClick={onCompare}>
        {draftsTexts.compare}
      </Button>
    </li>
  );
}

interface ChangesProps {
  tenantId: string;
  draftId: string;
  item: Item;
}

/** What a draft changes in an item, against the version that it is based on. */
function Changes({ tenantId, draftId, item }: ChangesProps) {
  const { kind, id, base } = item;
  const after = useDraftFiles(tenantId, { draftId, kind, id });
  return base === 0 ? (
    <Difference before={[]} after={after} />
  ) : (
    <ChangesSince tenantId={tenantId} item={item} after={after} />
  );
}

function ChangesSince({ tenantId, item, after }: { tenantId: string; item: Item; after: readonly VersionFile[] }) {
  return <Difference before={useContentVersion(tenantId, item, item.base)} after={after} />;
}

function stateText({ state, expiresAt, publishedAt }: Draft): string {
  if (publishedAt !== null) return draftsTexts.publishedAt({ moment: momentText(publishedAt) });
  const moment = momentText(expiresAt);
  if (state === 'revoked') return draftsTexts.revoked;
  return state === 'open' ? draftsTexts.open({ moment }) : draftsTexts.expired({ moment });
}
