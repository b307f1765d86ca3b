import { labPortOf } from '@academy/contract/rules/lab-address';
import type { LabFile } from '@academy/lab-engine/engine-protocol';
import { BadgeCheck, CircleSlash, Plus, SquareArrowOutUpRight } from 'lucide-react';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { LabEditorTab } from './lab-editor-tab.tsx';
import { LabPage } from './lab-page.tsx';
import { LabTerminal } from './lab-terminal.tsx';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { ShellTerminal } from './shell-terminal.tsx';
import type { LabRun } from './use-lab-run.ts';
import type { TabKey } from './use-lab-tabs.ts';

const MAX_TERMINALS = 3;

// Most labs have no solution to compare with.
const LabSolution = lazyComponent(
  () => import('./lab-solution.tsx'),
  ({ LabSolution }) => LabSolution,
);

const LabChanges = lazyComponent(
  () => import('./lab-changes.tsx'),
  ({ LabChanges: changes }) => changes,
);

// Only a Linux in the browser shows its pages itself.
const LinuxPage = lazyComponent(
  () => import('./linux-page.tsx'),
  ({ LinuxPage: page }) => page,
);

interface LabToolsProps {
  run: LabRun;
  /** The session whose lab has a solution to compare with; null where there is none. */
  solutionOf: string | null;
}

/** The right half: terminals, editor, check results, what has changed, the solution, and the tabs of the author. */
export function LabTools({ run, solutionOf }: LabToolsProps) {
  const [solution, setSolution] = useState<readonly LabFile[] | null>(null);
  const tabs: { key: TabKey; title: string }[] = [
    ...run.terminals.map((one) => ({
      key: `terminal-${one}`,
      title: terminalTitle(run, one),
    })),
    { key: 'editor', title: labWorkspaceTexts.editor },
    { key: 'checks', title: labWorkspaceTexts.checks },
    { key: 'changes', title: labWorkspaceTexts.changes },
    ...(solutionOf === null ? [] : [{ key: 'solution', title: labWorkspaceTexts.solution }]),
    ...run.urlTabs.map(({ name }) => ({ key: `url-${name}`, title: name })),
  ];
  const now = tabs.some(({ key }) => key === run.tab) ? run.tab : (tabs[0]?.key ?? 'editor');
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === now);
    const to: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
    const next = to[event.key] === undefined ? undefined : tabs.at((to[event.key] ?? 0) % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    run.setTab(next.key);
    document.getElementById(`lab-tab-${next.key}`)?.focus();
  };
  return (
    <section className={css.tools} aria-label={labWorkspaceTexts.workspace}>
      <div className={css.tabRow}>
        <div
          role="tablist"
          aria-label={labWorkspaceTexts.workspace}
          className={css.tabs}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {tabs.map(({ key, title }) => (
            <button
              key={key}
              id={`lab-tab-${key}`}
              type="button"
              role="tab"
              aria-selected={key === now}
              aria-controls="lab-panel"
              tabIndex={key === now ? 0 : -1}
              onClick={() => run.setTab(key)}
            >
              {title}
            </button>
          ))}
        </div>
        {run.terminals.length < MAX_TERMINALS && (
          <Button look="icon" className={css.add} aria-label={labWorkspaceTexts.addTerminal} onClick={run.addTerminal}>
            <Plus />
          </Button>
        )}
      </div>
      <div id="lab-panel" role="tabpanel" aria-labelledby={`lab-tab-${now}`} className={css.panel}>
        {run.terminals.map((one) => {
          const { engine, restarts, onTerminal: onReady } = run;
          const its = { session: one, shown: now === `terminal-${one}`, onReady };
          return engine.shells === null ? (
            <LabTerminal key={`${restarts} ${one}`} engine={engine} {...its} />
          ) : (
            <ShellTerminal key={`${restarts} ${one}`} shells={engine.shells} {...its} />
          );
        })}
        {now === 'editor' && <LabEditorTab run={run} />}
        {now === 'checks' && <Checks run={run} />}
        {now === 'changes' && (
          <Suspense>
            <LabChanges home={run.engine.home} files={run.files} start={run.startFiles} />
          </Suspense>
        )}
        {now === 'solution' && solutionOf !== null && (
          <Suspense>
            <LabSolution sessionId={solutionOf} files={run.files} solution={solution} onSolution={setSolution} />
          </Suspense>
        )}
        {run.urlTabs.map(({ name, url, opened = 0 }) => {
          const place = labPortOf(url, []);
          const shown = now === `url-${name}`;
          if (place === null) return shown && <Outside key={name} name={name} url={url} />;
          const its = { name, shown, ...place };
          const key = `${run.restarts} ${opened} ${name}`;
          const { request, shells } = run.engine;
          if (request !== null) return <Suspense key={key}>{<LinuxPage request={request} {...its} />}</Suspense>;
          return <LabPage key={key} sessionId={run.sessionId} hasPorts={shells !== null} {...its} />;
        })}
      </div>
    </section>
  );
}

/** By the author's name for it, else by its number where there are several. */
function terminalTitle({ terminals, terminalNames }: LabRun, one: string): string {
  const name = terminalNames.get(one);
  if (name !== undefined) return labWorkspaceTexts.terminalOf({ one: name });
  return terminals.length === 1 ? labWorkspaceTexts.terminal : labWorkspaceTexts.terminalOf({ one });
}

function Outside({ name, url }: { name: string; url: string }) {
  return (
    <div className={css.empty}>
      <p>{labWorkspaceTexts.outside}</p>
      <LinkButton href={url} target="_blank" rel="noopener noreferrer">
        <SquareArrowOutUpRight aria-hidden="true" />
        {labWorkspaceTexts.openNamed({ name })}
        <span className="sr-only"> {labWorkspaceTexts.inNewTab}</span>
      </LinkButton>
    </div>
  );
}

function Checks({ run }: { run: LabRun }) {
  if (run.checks.length === 0) return <p className={css.empty}>{labWorkspaceTexts.noChecks}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list of results is scrolled by the keyboard, too
    <ul className={css.checks} tabIndex={0}>
      {run.checks.map(({ title, passed, output }) => (
        <li key={title} data-passed={passed}>
          {passed ? <BadgeCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
          <div>
            <p>
              <b>{passed ? labWorkspaceTexts.passed : labWorkspaceTexts.notYet}:</b> {title}
            </p>
            {output !== '' && <pre>{output}</pre>}
          </div>
        </li>
      ))}
    </ul>
  );
}
