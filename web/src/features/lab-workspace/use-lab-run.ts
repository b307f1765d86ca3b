import type { LabContent, LabImage, LabSession, LabSnapshot } from '@academy/contract/labs';
import { currentKeys, doneActions } from '@academy/contract/rules/lab-steps';
import type { LabTools } from '@academy/lab-engine/action-runner';
import { homePath, isInHome, type LabFile } from '@academy/lab-engine/engine-protocol';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { chooseFiles, copyText, downloadText } from './hand-over.ts';
import type { Loading } from './image-files.ts';
import { withOwnAddresses } from './lab-addresses.ts';
import { labEngine } from './lab-engine.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { linuxEngine } from './linux-engine.ts';
import { pendingEdits } from './pending-edits.ts';
import { sandboxEngine } from './sandbox-engine.ts';
import { terminalNames } from './terminal-names.ts';
import { useActionStates, useLabActions } from './use-lab-actions.ts';
import { useLabEditor } from './use-lab-editor.ts';
import { useLabSnapshots } from './use-lab-snapshots.ts';
import { type KnownSteps, recordsOf, useLabSteps } from './use-lab-steps.ts';
import { type TabKey, useLabTabs } from './use-lab-tabs.ts';
import { useLabTerminals } from './use-lab-terminals.ts';

export interface CheckResult {
  title: string;
  passed: boolean;
  output: string;
}

interface LabRunOptions {
  session: LabSession;
  content: LabContent;
  /** The Linux of a lab in the browser; null: it runs in the light shell. */
  image: LabImage | null;
  /** The snapshot to continue with; null for a new lab. */
  first: LabSnapshot | null;
  knownSteps: KnownSteps;
  /** Called when the engine reports that the lab has ended. */
  onEnded: () => void;
}

/** A running lab: its engine, its files, and what the learner has done. */
export function useLabRun({
  session: { id: sessionId, provider },
  content: asWritten,
  image,
  first,
  knownSteps,
  onEnded,
}: LabRunOptions) {
  const content = useMemo(() => withOwnAddresses(asWritten), [asWritten]);
  const inBrowser = provider === 'browser';
  const [files, setFiles] = useState<readonly LabFile[]>(first?.files ?? content.files);
  /** There are more files than those. */
  const [isPart, setPart] = useState(false);
  const [pageName, setPageName] = useState(first?.page ?? content.pages[0]?.name ?? '');
  const [checks, setChecks] = useState<readonly CheckResult[]>([]);
  const [notice, setNotice] = useState('');
  /** How much of the Linux is loaded; null: it runs, or there is none. */
  const [loading, setLoading] = useState<Loading | null>(null);
  /** The engine could not be started and waits for "Try again". */
  const [isGivenUp, setGivenUp] = useState(false);
  /** Incremented with each restart, so that terminals are recreated. */
  const [restarts, setRestarts] = useState(0);
  const [edits] = useState(pendingEdits);
  const [doneBefore] = useState(() =>
    currentKeys(asWritten.pages, doneActions(first, [...recordsOf(knownSteps).values()])),
  );
  const actionStates = useActionStates(doneBefore);
  // Steps are known by what the author wrote, as the server has it.
  const steps = useLabSteps(sessionId, asWritten.pages, knownSteps);
  const terminals = useLabTerminals();
  const tabs = useLabTabs(content.dashboards);
  const editor = useLabEditor(() => {
    void edits.flush();
    tabs.setTab('editor');
  });

  const isOver = useRef(false);
  const events = useRef({ onEnded, onReplaced: actionStates.dropRunning });
  events.current = { onEnded, onReplaced: actionStates.dropRunning };
  const engine = useMemo(() => {
    const onFiles = (now: readonly LabFile[], more = false) => {
      setFiles(edits.applyTo(now));
      setPart(more);
    };
    const options = { files: first?.files ?? content.files, onFiles, onNotice: setNotice };
    if (inBrowser) {
      const onReplaced = () => events.current.onReplaced();
      const onGivenUp = () => {
        setLoading(null);
        setGivenUp(true);
      };
      const inWorker = { ...options, others: first?.others ?? [], onReplaced, onGivenUp };
      if (image === null) return labEngine(inWorker);
      return linuxEngine({ ...inWorker, image, startFiles: content.files, onLoading: setLoading });
    }
    return sandboxEngine({
      ...options,
      sessionId,
      onRestarted: () => setRestarts((before) => before + 1),
      onEnded: () => {
        isOver.current = true;
        events.current.onEnded();
      },
    });
  }, [inBrowser, image, sessionId, first, content, edits]);
  useEffect(() => () => engine.close(), [engine]);

  const { unsaved, save: keep } = useLabSnapshots({
    sessionId,
    flush: () => void edits.flush(),
    snapshot: () => ({
      files: [...engine.files()],
      ...(engine.others().length > 0 && { others: [...engine.others()] }),
      page: pageName,
      done: [...actionStates.done],
      at: new Date().toISOString(),
    }),
    changes: [files, actionStates.states, pageName],
    isOver: () => isOver.current,
  });
  const { open: openTerminal, openHandles } = terminals;
  const { setTab, showNamed, openUrl, closeUrl } = tabs;
  const { showFile, closeFile, selectionIn, select } = editor;
  const tools = useMemo<LabTools>(
    () => ({
      async terminal(session) {
        await edits.flush();
        setTab(`terminal-${session}`);
        return openTerminal(session);
      },
      openTerminals: openHandles,
      async edit(name, settings) {
        await edits.flush();
        const selection = selectionIn(homePath(String(settings.file ?? '')));
        const reply = await engine.ask({ kind: 'edit', name, settings, selection });
        if (reply.problem !== undefined) return reply;
        if (reply.closed !== undefined) closeFile(reply.closed);
        if (reply.path !== undefined && reply.range !== undefined) {
          select(reply.path, reply.range);
          showFile(reply.path, reply.range);
        }
        return reply;
      },
      async check(name, args, timeoutMs, input) {
        await edits.flush();
        const script = content.tests.find((test) => test.name === name)?.script;
        return script === undefined ? null : engine.ask({ kind: 'test', script, args, timeoutMs, input });
      },
      noteCheck(title, passed, output) {
        setChecks((before) => [{ title, passed, output }, ...before.filter((one) => one.title !== title)]);
      },
      async fileText(path) {
        const known = engine.files().find((file) => file.path === path);
        if (known !== undefined || engine.home === null || !isInHome(path)) return known?.text ?? null;
        const found = await engine.home.read(path);
        return 'text' in found ? found.text : null;
      },
      async write(path, text) {
        await edits.flush();
        return engine.ask({ kind: 'write', path, text });
      },
      showTab: showNamed,
      openTab: openUrl,
      closeTab: closeUrl,
      openAddress: (url) => void open(url, '_blank', 'noopener,noreferrer'),
      copy: copyText,
      download: downloadText,
      chooseFiles,
    }),
    [
      edits,
      engine,
      content,
      setTab,
      openTerminal,
      openHandles,
      selectionIn,
      select,
      showFile,
      closeFile,
      showNamed,
      openUrl,
      closeUrl,
    ],
  );

  const page = content.pages.find(({ name }) => name === pageName) ?? content.pages[0];
  const onChecked = useCallback(() => void keep(), [keep]);
  const actions = useLabActions({ page, tools, actionStates, steps, onChecked });

  return {
    engine,
    sessionId,
    image,
    page,
    position: page === undefined ? 0 : content.pages.indexOf(page) + 1,
    files,
    isPart,
    startFiles: content.files,
    terminals: terminals.terminals,
    onTerminal: terminals.onTerminal,
    tab: tabs.tab,
    urlTabs: tabs.urlTabs,
    openFile: editor.openFile,
    goTo: editor.goTo,
    checks,
    notice,
    loading,
    unsaved,
    isGivenUp,
    restarts,
    setTab(key: TabKey) {
      // A command in the terminal sees what was just typed in the editor.
      void edits.flush();
      setTab(key);
    },
    write: useCallback((path: string, text: string) => edits.write(engine, path, text), [edits, engine]),
    showFile,
    actions,
    async keep() {
      await keep();
      if (engine.settle === null) return;
      await engine.settle();
      await keep();
    },
    terminalNames: useMemo(() => terminalNames(content.pages), [content]),
    hasFailed: (at: number) => steps.hasFailed(steps.keyOf(page?.name, at)),
    steps: { done: steps.countIn(actionStates.done), count: steps.count },
    sendSteps: steps.flush,
    addTerminal() {
      const session = ['1', '2', '3'].find((one) => !terminals.terminals.includes(one));
      if (session !== undefined) void tools.terminal(session);
    },
    /** @param to the next or previous page, or the name of one */
    turn(to: -1 | 1 | string) {
      const { pages } = content;
      const at = (of: string) => pages.findIndex(({ name }) => name === of);
      const next = pages[typeof to === 'string' ? at(to) : at(pageName) + to];
      // What the page requires comes before the pages after it.
      if (next === undefined || (actions.requiredLeft > 0 && pages.indexOf(next) > at(pageName))) return;
      setPageName(next.name);
      setTimeout(() => void keep(), 0);
    },
    async retry() {
      const reply = await engine.retry?.();
      if (reply?.problem !== undefined) return;
      setGivenUp(false);
      setRestarts((before) => before + 1);
    },
    async restart() {
      edits.discard();
      const { problem } = await engine.restart(content.files);
      if (problem !== undefined) {
        setNotice(problem);
        return;
      }
      setGivenUp(false);
      actions.resetVisits();
      actionStates.reset();
      editor.reset();
      terminals.reset();
      tabs.reset();
      setChecks([]);
      setPageName(content.pages[0]?.name ?? '');
      setRestarts((before) => before + 1);
      setNotice(labWorkspaceTexts.restarted);
      setTimeout(() => void keep(), 0);
    },
  };
}

export type LabRun = ReturnType<typeof useLabRun>;
