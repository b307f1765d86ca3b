import type { LabContent } from '@academy/contract/labs';
import type { CheckAnswers } from '@academy/lab-engine/action-runner';
import type { LabFile } from '@academy/lab-engine/engine-protocol';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { ActionBar } from './lab-action.tsx';
import { LabProgress } from './lab-progress.tsx';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import type { useLabActions } from './use-lab-actions.ts';

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
  actions: ReturnType<typeof useLabActions>;
  hasFailed(at: number): boolean;
  /** The learner's files, for actions that show one. */
  files: readonly LabFile[];
  onAction(at: number, answers: CheckAnswers | null): void;
  /** @param to the next or previous page, or the name of one */
  onTurn(to: -1 | 1 | string): void;
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
  actions,
  files,
  hasFailed,
  onAction,
  onTurn,
  end,
}: LabInstructionsProps) {
  const needed = useId();
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

  useSections(frame, page, actions);
  usePageLinks(frame, onTurn);

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
              now={actions.stateOf(at)}
              isSpent={actions.isSpent(at)}
              hasFailed={hasFailed(at)}
              inBrowser={inBrowser}
              files={files}
              onRun={(answers) => onAction(at, answers)}
            />,
            host,
            String(at),
          )
        );
      })}
      <p id={needed} className={css.needed} role="status">
        {actions.requiredLeft > 0 && labWorkspaceTexts.requiredLeft({ count: actions.requiredLeft })}
      </p>
      <nav className={css.turn} aria-label={labWorkspaceTexts.pages}>
        {position > 1 && (
          <Button onClick={() => onTurn(-1)}>
            <ArrowLeft aria-hidden="true" />
            {labWorkspaceTexts.previous}
          </Button>
        )}
        {position < count ? (
          <Button
            look="primary"
            className={css.next}
            disabled={actions.requiredLeft > 0}
            aria-describedby={needed}
            onClick={() => onTurn(1)}
          >
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

/** Links between the pages of the lab turn the page: the lab goes on running. */
function usePageLinks(frame: RefObject<HTMLElement | null>, onTurn: (name: string) => void): void {
  useEffect(() => {
    const element = frame.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="?page="]') : null;
      const name = new URLSearchParams(link?.getAttribute('href')?.replace(/#.*$/, '')).get('page');
      if (link === null || name === null) return;
      event.preventDefault();
      onTurn(name);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [frame, onTurn]);
}

/** Opens and closes the sections of the page as actions ask for it, and notes what the learner opens and closes. */
function useSections(
  frame: RefObject<HTMLElement | null>,
  page: LabContent['pages'][number],
  { isOpen, setSection }: ReturnType<typeof useLabActions>,
): void {
  useEffect(() => {
    const stop = new AbortController();
    for (const section of frame.current?.querySelectorAll<HTMLDetailsElement>('details[data-action]') ?? []) {
      const at = Number(section.dataset.action);
      section.open = isOpen(at);
      // A hidden section is opened by the action before it.
      const summary = section.querySelector<HTMLElement>(':scope > summary');
      if (summary !== null) summary.hidden = page.actions[at]?.settings.hidden === true;
      section.addEventListener('toggle', () => setSection(at, section.open), { signal: stop.signal });
    }
    return () => stop.abort();
  }, [frame, page, isOpen, setSection]);
}
