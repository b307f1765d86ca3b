import type { LabContent, LabSession, LabSnapshot } from '@academy/contract/labs';
import type { TextRange } from '@academy/contract/rules/lab-text';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { saveLabWork } from '../../api/labs.ts';
import { type LabTools, type Outcome, perform } from './action-runner.ts';
import type { LabFile } from './engine-protocol.ts';
import { homePath } from './engine-protocol.ts';
import { labEngine } from './lab-engine.ts';
import type { ActionState } from './lab-instructions.tsx';
import type { TerminalHandle } from './lab-terminal.tsx';
import { sandboxEngine } from './sandbox-engine.ts';
import { withTyped } from './typed-text.ts';
import { storeWork } from './work-store.ts';

/** What the right half shows: a terminal (`terminal-1`), `editor`, `checks`, or a tab of an author by its name. */
export type TabKey = string;

export interface CheckResult {
  title: string;
  passed: boolean;
  output: string;
}

/** Edits are sent this long after the last key, ms. */
const SETTLE_MS = 250;

const mostRecent = (path: string, files: readonly LabFile[]) => files.find((file) => file.path === path)?.text ?? null;

interface LabRunOptions {
  session: LabSession;
  content: LabContent;
  /** The snapshot to continue with; null for a new lab. */
  first: LabSnapshot | null;
  /** Called when the engine reports that the lab has ended. */
  onEnded: () => void;
}

/** A running lab: its engine, its files, and what the learner has done. */
export function useLabRun({ session: { id: sessionId, provider }, content, first, onEnded }: LabRunOptions) {
  const inBrowser = provider === 'browser';
  const [files, setFiles] = useState<readonly LabFile[]>(first?.files ?? content.files);
  const [pageName, setPageName] = useState(first?.page ?? content.pages[0]?.name ?? '');
  const [states, setStates] = useState<ReadonlyMap<string, ActionState>>(
    () => new Map((first?.done ?? []).map((key) => [key, { state: 'done', message: '' }])),
  );
  const [terminals, setTerminals] = useState<readonly string[]>(['1']);
  const [tab, setTab] = useState<TabKey>('terminal-1');
  const [urlTabs, setUrlTabs] = useState<readonly { name: string; url: string }[]>(content.dashboards);
  const [checks, setChecks] = useState<readonly CheckResult[]>([]);
  const [openFile, setOpenFile] = useState<string | null>(null);
  const [goTo, setGoTo] = useState<{ path: string; range: TextRange } | null>(null);
  const [notice, setNotice] = useState('');
  const [unsaved, setUnsaved] = useState(false);
  /** The engine could not be started and waits for "Try again". */
  const [isGivenUp, setGivenUp] = useState(false);
  /** Incremented with each restart, so that terminals are recreated. */
  const [life, setLife] = useState(0);

  const handles = useRef(new Map<string, TerminalHandle>());
  const wanted = useRef(new Map<string, ((handle: TerminalHandle) => void)[]>());
  const selection = useRef<{ path: string; range: TextRange } | null>(null);
  const typing = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);

  /** Resolves when the engine has all edits. */
  const written = useRef<Promise<void>>(Promise.resolve());
  /** Sends the present edit. @returns a promise of when commands can see it */
  const flush = useCallback((): Promise<void> => {
    typing.current?.write();
    return written.current;
  }, []);
  /** The last edit until the engine has it: files that the engine reports meanwhile are older. */
  const typed = useRef<LabFile | null>(null);
  /** Nothing is stored of a lab that has ended: the academy has its files. */
  const over = useRef(false);
  const ended = useRef(onEnded);
  ended.current = () => {
    over.current = true;
    onEnded();
  };
  const engine = useMemo(() => {
    const onFiles = (now: readonly LabFile[]) => setFiles(withTyped(now, typed.current));
    const options = { files: first?.files ?? content.files, onFiles, onNotice: setNotice };
    if (!inBrowser) {
      const onRestarted = () => setLife((before) => before + 1);
      return sandboxEngine({ ...options, sessionId, onRestarted, onEnded: () => ended.current() });
    }
    const onReplaced = () => setStates((before) => new Map([...before].filter(([, { state }]) => state !== 'running')));
    return labEngine({ ...options, onReplaced, onGivenUp: () => setGivenUp(true) });
  }, [inBrowser, sessionId, first, content]);
  useEffect(() => () => engine.close(), [engine]);

  const onTerminal = useCallback((session: string, handle: TerminalHandle | null) => {
    if (handle === null) handles.current.delete(session);
    else {
      handles.current.set(session, handle);
      for (const resolve of wanted.current.get(session) ?? []) resolve(handle);
      wanted.current.delete(session);
    }
  }, []);

  /* Snapshots: on this device with each change, on the server after a check, a turned page and on leaving. */
  const snapshot = useRef<() => LabSnapshot>(() => ({ files: [], page: null, done: [], at: '' }));
  snapshot.current = () => ({
    files: [...engine.files()],
    page: pageName,
    done: [...states].filter(([, { state }]) => state === 'done').map(([key]) => key),
    at: new Date().toISOString(),
  });
  const keep = useCallback(async () => {
    if (over.current) return;
    typing.current?.write();
    const work = snapshot.current();
    await storeWork(sessionId, work);
    setUnsaved(!(await saveLabWork(sessionId, work)));
  }, [sessionId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these values is what is saved
  useEffect(() => {
    void storeWork(sessionId, snapshot.current());
  }, [files, states, pageName, sessionId]);
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && void keep();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [keep]);

  const write = useCallback(
    (path: string, text: string) => {
      if (typing.current !== null) clearTimeout(typing.current.timer);
      const file = { path, text };
      typed.current = file;
      const put = () => {
        if (typing.current === null) return;
        clearTimeout(typing.current.timer);
        typing.current = null;
        written.current = engine.ask({ kind: 'write', path, text }).then(() => {
          if (typed.current === file) typed.current = null;
        });
      };
      typing.current = { write: put, timer: setTimeout(put, SETTLE_MS) };
    },
    [engine],
  );

  const showFile = useCallback((path: string, range: TextRange | null = null) => {
    typing.current?.write();
    setTab('editor');
    setOpenFile(path);
    if (range !== null) setGoTo({ path, range });
  }, []);

  const tools = useMemo<LabTools>(
    () => ({
      inBrowser,
      async terminal(session) {
        await flush();
        setTerminals((open) => (open.includes(session) ? open : [...open, session].sort()));
        setTab(`terminal-${session}`);
        const handle = handles.current.get(session);
        if (handle !== undefined) return handle;
        return new Promise((resolve) => {
          wanted.current.set(session, [...(wanted.current.get(session) ?? []), resolve]);
        });
      },
      openTerminals: () => [...handles.current.values()],
      async edit(name, settings) {
        await flush();
        const path = homePath(String(settings.file ?? ''));
        const selected = selection.current?.path === path ? selection.current.range : null;
        const reply = await engine.ask({ kind: 'edit', name, settings, selection: selected });
        if (reply.problem === undefined && reply.path !== undefined && reply.range !== undefined) {
          const range = reply.range;
          selection.current = range === null ? null : { path: reply.path, range };
          if (name !== 'editor:create-directory') showFile(reply.path, range);
        }
        return reply;
      },
      async check(name, args, timeoutMs) {
        await flush();
        const script = content.tests.find((test) => test.name === name)?.script;
        return script === undefined ? null : engine.ask({ kind: 'test', script, args, timeoutMs });
      },
      noteCheck(title, passed, output) {
        setChecks((before) => [{ title, passed, output }, ...before.filter((one) => one.title !== title)]);
      },
      fileText: (path) => mostRecent(path, engine.files()),
      showTab(name) {
        const known = /^terminal$/i.test(name)
          ? 'terminal-1'
          : /^(editor|files)$/i.test(name)
            ? 'editor'
            : /^(examiner|checks)$/i.test(name)
              ? 'checks'
              : null;
        if (known === null && !urlTabsNow.current.some((one) => one.name === name)) return false;
        setTab(known ?? `url-${name}`);
        return true;
      },
      openTab(name, url) {
        setUrlTabs((before) => [...before.filter((one) => one.name !== name), { name, url }]);
        setTab(`url-${name}`);
      },
      closeTab(name) {
        setUrlTabs((before) => before.filter((one) => one.name !== name));
        setTab((now) => (now === `url-${name}` ? 'terminal-1' : now));
      },
    }),
    [engine, content, showFile, inBrowser, flush],
  );
  const urlTabsNow = useRef(urlTabs);
  urlTabsNow.current = urlTabs;

  const page = content.pages.find(({ name }) => name === pageName) ?? content.pages[0];

  const running = useRef(new Set<string>());
  const run = useCallback(
    async (at: number): Promise<Outcome | null> => {
      const action = page?.actions[at];
      const key = `${page?.name}#${at}`;
      if (page === undefined || action === undefined || running.current.has(key)) return null;
      running.current.add(key);
      setStates((before) => new Map(before).set(key, { state: 'running' }));
      const outcome = await perform(action, tools).catch(
        (): Outcome => ({ state: 'failed', message: 'Something went wrong. Please try again.' }),
      );
      setStates((before) => new Map(before).set(key, outcome));
      running.current.delete(key);
      if (action.name === 'examiner:execute-test') setTimeout(() => void keep(), 0);
      if (outcome.state === 'done' && action.settings.cascade === true) {
        const after = page.actions.findIndex(({ name }, next) => next > at && !name.startsWith('section:'));
        if (after > at) await run(after);
      }
      return outcome;
    },
    [page, tools, keep],
  );

  // Autostart actions run once, on the first visit of their page after the learner has started the lab.
  const begun = useRef(new Set<string>());
  const runNow = useRef(run);
  runNow.current = run;
  const statesNow = useRef(states);
  statesNow.current = states;
  useEffect(() => {
    if (page === undefined || begun.current.has(page.name)) return;
    begun.current.add(page.name);
    void (async () => {
      for (const [at, { settings }] of page.actions.entries()) {
        if (settings.autostart === true && !statesNow.current.has(`${page.name}#${at}`)) await runNow.current(at);
      }
    })();
  }, [page]);

  return {
    engine,
    page,
    position: page === undefined ? 0 : content.pages.indexOf(page) + 1,
    files,
    terminals,
    tab,
    urlTabs,
    checks,
    openFile,
    goTo,
    notice,
    unsaved,
    isGivenUp,
    life,
    setTab(key: TabKey) {
      // A command in the terminal sees what was just typed in the editor.
      typing.current?.write();
      setTab(key);
    },
    onTerminal,
    write,
    showFile,
    run,
    keep,
    stateOf: (at: number) => states.get(`${page?.name}#${at}`) ?? null,
    addTerminal() {
      const session = ['1', '2', '3'].find((one) => !terminals.includes(one));
      if (session !== undefined) void tools.terminal(session);
    },
    turn(step: -1 | 1) {
      const next = content.pages[content.pages.findIndex(({ name }) => name === pageName) + step];
      if (next === undefined) return;
      setPageName(next.name);
      setTimeout(() => void keep(), 0);
    },
    async retry() {
      const reply = await engine.retry?.();
      if (reply?.problem !== undefined) return;
      setGivenUp(false);
      setLife((before) => before + 1);
    },
    async restart() {
      if (typing.current !== null) clearTimeout(typing.current.timer);
      typing.current = null;
      typed.current = null;
      const { problem } = await engine.restart(content.files);
      if (problem !== undefined) {
        setNotice(problem);
        return;
      }
      setGivenUp(false);
      begun.current.clear();
      selection.current = null;
      setStates(new Map());
      setChecks([]);
      setOpenFile(null);
      setTerminals(['1']);
      setTab('terminal-1');
      setPageName(content.pages[0]?.name ?? '');
      setLife((before) => before + 1);
      setNotice('The lab begins anew.');
      setTimeout(() => void keep(), 0);
    },
  };
}

export type LabRun = ReturnType<typeof useLabRun>;
