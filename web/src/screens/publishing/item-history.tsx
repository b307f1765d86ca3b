import { Suspense, useState } from 'react';
import {
  type ContentItem,
  type ContentVersion,
  useContentVersion,
  useContentVersions,
  useRollBack,
} from '../../api/publishing-history.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { momentText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Difference } from './difference.tsx';
import css from './history.module.css';
import { historyTexts } from './history-texts.ts';

/** The versions of one item: who published them, what differs, and the way back. */
export function ItemHistory({ item }: { item: ContentItem }) {
  const tenantId = useChosenAcademy();
  const versions = useContentVersions(tenantId, item);
  const rollBack = useRollBack(tenantId, item);
  const [compared, setCompared] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const current = versions.find((one) => one.current)?.version ?? versions[0]?.version ?? 0;
  const base = versions.some((one) => one.current) ? current : 0;
  return (
    <>
      <ul className={css.versions}>
        {versions.map((one) => (
          <li key={one.version}>
            <div>
              <strong>{historyTexts.version({ version: one.version })}</strong>{' '}
              {one.current && <span className={css.muted}>{historyTexts.current}</span>}
              <p className={css.muted} dir="auto">
                {wordsOf(one).join(' · ')}
              </p>
            </div>
            {one.version !== current && (
              <div className={css.actions}>
                <Button
                  aria-label={historyTexts.compareVersion({ version: one.version })}
                  onClick={() => setCompared(one.version)}
                >
                  {historyTexts.compare}
                </Button>
                <Button
                  aria-label={historyTexts.againVersion({ version: one.version })}
                  onClick={() => setChosen(one.version)}
                >
                  {historyTexts.again}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {compared !== null && (
        <section className={css.difference} aria-live="polite">
          <h2>{historyTexts.comparison({ from: compared, to: current })}</h2>
          <Suspense fallback={<Spinner label={historyTexts.loading} />}>
            <Compared item={item} from={compared} to={current} />
          </Suspense>
        </section>
      )}
      {chosen !== null && (
        <Confirm
          open
          title={historyTexts.againTitle({ version: chosen })}
          action={historyTexts.again}
          onConfirm={async () => {
            await rollBack(chosen, base);
            setCompared(null);
            addToast({ type: 'success', message: historyTexts.published({ version: chosen }), autoClose: true });
          }}
          onClose={() => setChosen(null)}
          onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
        >
          <p>{historyTexts.againText}</p>
        </Confirm>
      )}
    </>
  );
}

function Compared({ item, from, to }: { item: ContentItem; from: number; to: number }) {
  const tenantId = useChosenAcademy();
  const before = useContentVersion(tenantId, item, from);
  const after = useContentVersion(tenantId, item, to);
  return <Difference before={before} after={after} />;
}

/** Who published a version, when, from where. */
function wordsOf({ publishedAt, publishedBy, token, source, rollbackOf, findings }: ContentVersion): string[] {
  return [
    historyTexts.by({ name: publishedBy ?? historyTexts.academy, moment: momentText(publishedAt) }),
    ...(token === null ? [] : [historyTexts.token({ token })]),
    ...(source?.commit == null ? [] : [`${source.repository} ${source.commit.slice(0, 12)}`]),
    ...(rollbackOf === null ? [] : [historyTexts.rollback({ version: rollbackOf })]),
    ...(findings.length === 0 ? [] : [historyTexts.findings({ count: findings.length })]),
  ];
}
