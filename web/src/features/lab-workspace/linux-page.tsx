import { addressInLab, LAB_PAGE_FRAME, type LabPort } from '@academy/contract/rules/lab-address';
import type { ServiceRequest } from '@academy/lab-engine/linux/http-exchange';
import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { LabEngine } from './lab-engine.ts';
import css from './lab-page.module.css';
import workspace from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

interface LinuxPageProps extends LabPort {
  request: NonNullable<LabEngine['request']>;
  name: string;
  shown: boolean;
}

/** What the frame says. */
interface FrameMessage {
  ready?: true;
  /** Nothing listens. */
  missing?: true;
  /** Path of the page that is shown. */
  at?: string;
  ask?: number;
  request?: ServiceRequest;
}

/**
 * What a program in a Linux of this browser serves on a port. It is shown in a frame without an origin, which asks the
 * program through this page alone.
 */
export function LinuxPage({ request, name, shown, port, path }: LinuxPageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  const [loads, setLoads] = useState(0);
  const [at, setAt] = useState(path);
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    if (!wasShown) return;
    const listen = async ({ source, data }: MessageEvent<FrameMessage>) => {
      const within = frame.current?.contentWindow ?? null;
      if (source === null || source !== within) return;
      // A frame without an origin cannot be named. Nobody but us can have put a document into it.
      const post = (message: unknown) => within.postMessage(message, '*');
      if (data.ready === true) post({ open: addressInLab({ port, path }) });
      if (data.missing === true) setMissing(true);
      if (typeof data.at === 'string') {
        setMissing(false);
        setAt(data.at);
      }
      if (data.ask !== undefined && data.request !== undefined)
        post({ answer: data.ask, reply: await request(port, data.request) });
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [wasShown, request, port, path]);

  if (!wasShown) return null;
  const address = addressInLab({ port, path: at });
  return (
    <div className={css.page} hidden={!shown}>
      <div className={css.bar}>
        <code>{address}</code>
        <Button look="icon" aria-label={labWorkspaceTexts.reloadPage} onClick={() => setLoads(loads + 1)}>
          <RotateCw />
        </Button>
      </div>
      {isMissing && (
        <p className={workspace.empty} role="status">
          {labWorkspaceTexts.nothingListens({ port })}
        </p>
      )}
      <iframe
        key={loads}
        ref={frame}
        hidden={isMissing}
        title={labWorkspaceTexts.pageOfLab({ name, address })}
        src={LAB_PAGE_FRAME}
        sandbox="allow-scripts allow-forms allow-modals"
      />
    </div>
  );
}
