import type { LabImage, LabOther } from '@academy/contract/labs';
import { LAB_IMAGES_PATH } from '@academy/contract/rules/lab-image';
import type { LabFile } from '@academy/lab-engine/engine-protocol';
import type { Loading } from './image-files.ts';
import {
  type LabEngine,
  type LabHome,
  type LabShells,
  labEngine,
  type ShellViewer,
  type WorkerEngineOptions,
} from './lab-engine.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import linuxUrl from './linux.worker.ts?worker&url';

/** Output of a terminal that is displayed again when it is opened once more, characters. */
const KEPT_OUTPUT = 100_000;
/** A machine that does not answer for so many pings is replaced: some programs leave little time for others. */
const MAX_LOST_PINGS = 20;

interface LinuxEngineOptions extends WorkerEngineOptions {
  image: LabImage;
  /** The author's files, with which changes are compared. */
  startFiles: readonly LabFile[];
  /** Called while an image is loaded; null: the machine runs. */
  onLoading(loading: Loading | null): void;
}

/** Runs a lab in a Linux of the learner's browser. */
export function linuxEngine(options: LinuxEngineOptions): LabEngine {
  const { image, startFiles, onFiles, onLoading, onReplaced } = options;
  let others: readonly LabOther[] = options.others;
  const viewers = new Map<string, ShellViewer>();
  const outputs = new Map<string, string>();

  const engine = labEngine(
    {
      ...options,
      onReplaced() {
        outputs.clear();
        for (const [session, viewer] of viewers) {
          viewer.output('', true);
          begin(session, viewer);
        }
        onReplaced();
      },
    },
    {
      url: linuxUrl,
      maxLostPings: MAX_LOST_PINGS,
      isWatched: true,
      isNewAtRestart: true,
      start: (files) => ({ kind: 'start', files, others, image: `${LAB_IMAGES_PATH}/${image.name}` }),
      onReply(reply) {
        if (reply.others === undefined) return;
        others = reply.others;
        onLoading(null);
      },
      onNews(news) {
        if (news.kind === 'loading') onLoading(news);
        else if (news.kind === 'files') {
          others = news.others;
          // Commits change no text, and have to be kept as well.
          onFiles(news.files, news.isPart);
        } else {
          const all = (outputs.get(news.session) ?? '') + news.text;
          outputs.set(news.session, all.slice(-KEPT_OUTPUT));
          viewers.get(news.session)?.output(news.text, false);
        }
      },
    },
  );

  function begin(session: string, viewer: ShellViewer): void {
    outputs.set(session, '');
    void engine.ask({ kind: 'open', session, ...viewer.size() });
  }

  const shells: LabShells = {
    open(session, viewer) {
      viewers.set(session, viewer);
      const resized = () => void engine.ask({ kind: 'resize', session, ...viewer.size() });
      const before = outputs.get(session);
      if (before === undefined) begin(session, viewer);
      else {
        viewer.output(before, true);
        resized();
      }
      return {
        input: (text) => void engine.ask({ kind: 'input', session, text }),
        seen: () => undefined,
        resized,
        close() {
          if (viewers.get(session) === viewer) viewers.delete(session);
        },
      };
    },
  };

  const home: LabHome = {
    async list(path) {
      const { problem, entries = [], isCut = false } = await engine.ask({ kind: 'list', path });
      return problem === undefined ? { entries, isCut } : { problem };
    },
    async read(path) {
      const { problem = labWorkspaceTexts.notReachable, file } = await engine.ask({ kind: 'read', path });
      return file ?? { problem };
    },
    async original(path) {
      const text = startFiles.find((file) => file.path === path)?.text;
      return text === undefined ? { why: 'missing', size: 0 } : { text };
    },
    async changes() {
      const asked = await engine.ask({ kind: 'changes', start: startFiles });
      return asked.changes ?? { problem: asked.problem ?? labWorkspaceTexts.notReachable };
    },
  };

  return {
    ...engine,
    shells,
    home,
    others: () => others,
    settle: async () => void (await engine.ask({ kind: 'look' })),
    request: async (port, request) => (await engine.ask({ kind: 'request', port, request })).service ?? null,
    restart(files) {
      others = [];
      outputs.clear();
      viewers.clear();
      return engine.restart(files);
    },
  };
}
