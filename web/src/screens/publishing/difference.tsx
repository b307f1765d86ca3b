import { structuredPatch } from 'diff';
import css from './history.module.css';
import { historyTexts } from './history-texts.ts';

/** A file of an item; null of the text for pictures and films. */
export interface VersionFile {
  file: string;
  text: string | null;
  hash: string;
}

/** Finding more changed lines than this takes too long: the whole text is shown as replaced. */
const MAX_CHANGES = 1_000;

/** What differs between the files of two versions, line by line. */
export function Difference({ before, after }: { before: readonly VersionFile[]; after: readonly VersionFile[] }) {
  const old = new Map(before.map((one) => [one.file, one]));
  const now = new Map(after.map((one) => [one.file, one]));
  const changed = [...new Set([...now.keys(), ...old.keys()])]
    .filter((file) => old.get(file)?.hash !== now.get(file)?.hash)
    .sort();
  if (changed.length === 0) return <p>{historyTexts.same}</p>;
  return (
    <div className={css.files}>
      {changed.map((file) => (
        <section key={file}>
          <h3>
            <code>{file}</code> <span className={css.muted}>{stateOf(old.has(file), now.has(file))}</span>
          </h3>
          <Lines before={old.get(file)} after={now.get(file)} />
        </section>
      ))}
    </div>
  );
}

const stateOf = (was: boolean, is: boolean): string =>
  was && is ? historyTexts.changed : is ? historyTexts.added : historyTexts.removed;

function Lines({ before, after }: { before: VersionFile | undefined; after: VersionFile | undefined }) {
  if (before?.text === null || after?.text === null) return null;
  const [from, to] = [before?.text ?? '', after?.text ?? ''];
  const patch = structuredPatch('', '', from, to, '', '', { context: 3, maxEditLength: MAX_CHANGES });
  if (patch === undefined) return <p className={css.muted}>{historyTexts.muchChanged}</p>;
  return (
    <pre className={css.lines} dir="auto">
      {patch.hunks.map(({ newStart, lines }) => (
        <span key={newStart} className={css.hunk}>
          {lines
            .map((line, at) => ({ line, key: `${newStart} ${at}` }))
            .map(({ line, key }) => (
              <span key={key} className={classOf(line)}>{`${line}\n`}</span>
            ))}
        </span>
      ))}
    </pre>
  );
}

const classOf = (line: string): string | undefined =>
  line.startsWith('+') ? css.added : line.startsWith('-') ? css.removed : undefined;
