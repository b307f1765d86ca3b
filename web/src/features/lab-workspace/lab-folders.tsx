import type { LabEntry } from '@academy/contract/lab-home';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LabHome } from './lab-engine.ts';
import css from './lab-folders.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

interface LabFoldersProps {
  home: LabHome;
  /** Path of the file that is open. */
  open: string | null;
  onOpen: (path: string) => void;
}

/** The folders of a home folder. What is in one is asked for when it is opened. */
export function LabFolders(props: LabFoldersProps) {
  return (
    <>
      <h2 className={css.title}>{labWorkspaceTexts.allFiles}</h2>
      <Entries path="" {...props} />
    </>
  );
}

type Listing = Awaited<ReturnType<LabHome['list']>>;

function Entries({ path, ...props }: LabFoldersProps & { path: string }) {
  const { home } = props;
  const [listing, setListing] = useState<Listing | null>(null);
  useEffect(() => {
    let isShown = true;
    void home.list(path).then((now) => isShown && setListing(now));
    return () => {
      isShown = false;
    };
  }, [home, path]);
  if (listing === null) return <p className={css.words}>{labWorkspaceTexts.loading}</p>;
  if ('problem' in listing) return <p className={css.words}>{listing.problem}</p>;
  const { entries, isCut } = listing;
  const folders = entries.filter(({ kind }) => kind === 'folder');
  const files = entries.filter(({ kind }) => kind === 'file');
  return (
    <>
      {entries.length === 0 && <p className={css.words}>{labWorkspaceTexts.emptyFolder}</p>}
      <ul className={css.entries}>
        {folders.map(({ name }) => (
          <Folder key={name} name={name} path={inFolder(path, name)} {...props} />
        ))}
        {files.map(({ name }: LabEntry) => {
          const file = inFolder(path, name);
          return (
            <li key={name}>
              <button
                type="button"
                aria-current={file === props.open ? 'true' : undefined}
                title={file}
                onClick={() => props.onOpen(file)}
              >
                {name}
              </button>
            </li>
          );
        })}
      </ul>
      {isCut && <p className={css.words}>{labWorkspaceTexts.moreInFolder}</p>}
    </>
  );
}

function Folder({ name, path, ...props }: LabFoldersProps & { name: string; path: string }) {
  // The folder of the exercises is where learners work.
  const [isOpen, setOpen] = useState(path === 'exercises');
  return (
    <li>
      <button type="button" aria-expanded={isOpen} className={css.folder} onClick={() => setOpen(!isOpen)}>
        <ChevronRight aria-hidden="true" />
        {name}
      </button>
      {isOpen && <Entries path={path} {...props} />}
    </li>
  );
}

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
