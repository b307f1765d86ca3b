import type { LabFileText } from '@academy/contract/lab-home';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { LabEditor } from './lab-editor.tsx';
import type { LabHome } from './lab-engine.ts';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import type { LabRun } from './use-lab-run.ts';

// Most labs have few files.
const LabFolders = lazyComponent(
  () => import('./lab-folders.tsx'),
  ({ LabFolders: folders }) => folders,
);

/** The files of a lab and the one that is open. A large home folder shows its folders, which are read when they are opened. */
export function LabEditorTab({ run }: { run: LabRun }) {
  const { files, isPart } = run;
  const { home } = run.engine;
  const path = run.openFile ?? files[0]?.path ?? null;
  const file = files.find((one) => one.path === path);
  return (
    <div className={css.editor}>
      <nav className={css.files} translate="no" aria-label={labWorkspaceTexts.files}>
        <ul>
          {files.map((one) => (
            <li key={one.path}>
              <button
                type="button"
                aria-current={one.path === path ? 'true' : undefined}
                title={one.path}
                onClick={() => run.showFile(one.path)}
              >
                {one.path.replace(/^exercises\//, '')}
              </button>
            </li>
          ))}
        </ul>
        {isPart && home !== null && (
          <Suspense>
            <LabFolders key={run.restarts} home={home} open={path} onOpen={run.showFile} />
          </Suspense>
        )}
      </nav>
      {file !== undefined ? (
        <LabEditor key={file.path} path={file.path} text={file.text} goTo={run.goTo} onChange={run.write} />
      ) : path !== null && home !== null ? (
        <UnknownFile key={`${run.restarts} ${path}`} path={path} home={home} />
      ) : (
        <Words>{isPart ? labWorkspaceTexts.chooseFile : labWorkspaceTexts.noFiles}</Words>
      )}
    </div>
  );
}

const Words = ({ children }: { children: ReactNode }) => (
  <p role="status" className={css.empty}>
    {children}
  </p>
);

/** Reads a file whose text is not known yet; what it is instead, when it is no text. */
function UnknownFile({ path, home }: { path: string; home: LabHome }) {
  const [found, setFound] = useState<LabFileText | { problem: string } | null>(null);
  useEffect(() => {
    let isShown = true;
    void home.read(path).then((now) => isShown && setFound(now));
    return () => {
      isShown = false;
    };
  }, [path, home]);
  if (found === null || 'text' in found) return <Words>{labWorkspaceTexts.loading}</Words>;
  return <Words>{'problem' in found ? found.problem : wordsOf(path, found)}</Words>;
}

function wordsOf(path: string, { why, size: bytes }: Extract<LabFileText, { why: string }>): string {
  if (why === 'missing') return labWorkspaceTexts.missingFile({ path });
  return why === 'large' ? labWorkspaceTexts.largeFile({ path, bytes }) : labWorkspaceTexts.binaryFile({ path, bytes });
}
