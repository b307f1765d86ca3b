import type { LabContent } from '@academy/contract/labs';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { ActionBar, type ActionState } from './lab-action.tsx';
import { LabProgress } from './lab-progress.tsx';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

interface LabInstructionsProps {
  page: LabContent['pages'][number];
  /** From 1. */
  position: number;
  count: number;
  /** Steps of the whole lab, and how many of them are done. */
  steps: { done: number; count: number };
  /** Whether commands run in the learner's browser. */
  inBrowser: boolean;
  /** The text of the page. */
  children: ReactNode;
  stateOf(at: number): ActionState | null;
  hasFailed(at: number): boolean;
  onAction(at: number): void;
  onTurn(step: -1 | 1): void;
  /** Last entry of the foot on the last page. */
  end: ReactNode;
}

/** The page of instructions, with its actions attached. */
export function LabInstructions({
  page,
  position,
  count,
  steps,
  inBrowser,
  children,
  stateOf,
  hasFailed,
  onAction,
  onTurn,
  end,
}: LabInstructionsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [hosts, setHosts] = useState<{ at: number; host: HTMLElement }[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other actions
  useEffect(() => {
    const found: { at: number; host: HTMLElement }[] = [];
    for (const element of frame.current?.querySelectorAll<HTMLElement>('.lab-action[data-action]') ?? []) {
      if (element.hidden) continue;
      const host = document.createElement('div');
      element.append(host);
      found.push({ at: Number(element.dataset.action), host });
    }
    setHosts(found);
    return () => {
      for (const { host } of found) host.remove();
    };
  }, [page.name]);

  return (
    <div className={css.instructions} ref={frame}>
      <LabProgress position={position} count={count} steps={steps} />
      <h1 tabIndex={-1} dir="auto">
        {page.title}
      </h1>
      {children}
      {hosts.map(({ at, host }) => {
        const action = page.actions[at];
        return (
          action !== undefined &&
          createPortal(
            <ActionBar
              action={action}
              now={stateOf(at)}
              hasFailed={hasFailed(at)}
              inBrowser={inBrowser}
              onRun={() => onAction(at)}
            />,
            host,
            String(at),
          )
        );
      })}
      <nav className={css.turn} aria-label={labWorkspaceTexts.pages}>
        {position > 1 && (
          <Button onClick={() => onTurn(-1)}>
            <ArrowLeft aria-hidden="true" />
            {labWorkspaceTexts.previous}
          </Button>
        )}
        {position < count ? (
          <Button look="primary" className={css.next} onClick={() => onTurn(1)}>
            {page.exitSign ?? labWorkspaceTexts.continue}
            <ArrowRight aria-hidden="true" />
          </Button>
        ) : (
          end
        )}
      </nav>
    </div>
  );
}
