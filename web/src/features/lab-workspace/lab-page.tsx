import { addressInLab, type LabPort } from '@academy/contract/rules/lab-address';
import { RotateCw, SquareArrowOutUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openPage } from '../../api/labs.ts';
import { Button } from '../../ui/button.tsx';
import css from './lab-page.module.css';
import workspace from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

interface LabPageProps extends LabPort {
  sessionId: string;
  /** Whether the lab has programs that can listen on a port. */
  hasPorts: boolean;
  name: string;
  shown: boolean;
}

/** The address of a frame, or in words why there is none. */
type Page = { url: string } | { problem: string };

async function askFor(sessionId: string, place: LabPort): Promise<Page> {
  const opened = await openPage(sessionId, place);
  if (typeof opened === 'string') return { problem: opened };
  return opened.url === null ? { problem: labWorkspaceTexts.pagesNotShown } : { url: opened.url };
}

/**
 * What a program in the lab serves on a port, in a frame of an origin of its own. It is loaded when its tab is shown first,
 * and stays as it is while other tabs are shown.
 */
export function LabPage({ sessionId, hasPorts, name, shown, port, path }: LabPageProps) {
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  const [loads, setLoads] = useState(0);
  const [page, setPage] = useState<Page | null>(null);
  const isAsked = wasShown && hasPorts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load needs an address of its own, because it is good once
  useEffect(() => {
    if (!isAsked) return;
    let isLatest = true;
    void askFor(sessionId, { port, path }).then((opened) => isLatest && setPage(opened));
    return () => {
      isLatest = false;
    };
  }, [isAsked, sessionId, port, path, loads]);

  const openOutside = async () => {
    // Opened at once: browsers allow it only as the effect of a click.
    const made = open('about:blank', '_blank');
    if (made === null) return;
    made.opener = null;
    const opened = await askFor(sessionId, { port, path });
    if ('url' in opened) made.location.href = opened.url;
    else {
      made.close();
      setPage(opened);
    }
  };

  if (!wasShown) return null;
  const problem = hasPorts ? (page !== null && 'problem' in page ? page.problem : '') : labWorkspaceTexts.noPorts;
  const address = addressInLab({ port, path });
  return (
    <div className={css.page} hidden={!shown}>
      {hasPorts && (
        <div className={css.bar}>
          <code>{address}</code>
          <Button look="icon" aria-label={labWorkspaceTexts.reloadPage} onClick={() => setLoads(loads + 1)}>
            <RotateCw />
          </Button>
          <Button look="icon" aria-label={labWorkspaceTexts.openPageInTab} onClick={() => void openOutside()}>
            <SquareArrowOutUpRight />
          </Button>
        </div>
      )}
      {problem === '' ? (
        page !== null &&
        'url' in page && (
          <iframe
            key={page.url}
            title={labWorkspaceTexts.pageOfLab({ name, address })}
            src={page.url}
            sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-modals allow-downloads"
          />
        )
      ) : (
        <p className={workspace.empty} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}
