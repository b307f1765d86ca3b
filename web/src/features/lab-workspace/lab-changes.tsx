import type { LabChanges as Changes, LabChange, LabFileText } from '@academy/contract/lab-home';
import type { LabFile } from '@academy/lab-engine/engine-protocol';
import { useEffect, useState } from 'react';
import { DifferenceLines } from './difference-lines.tsx';
import { labChangesTexts } from './lab-changes-texts.ts';
import type { LabHome } from './lab-engine.ts';
import css from './lab-solution.module.css';
import { solutionDifference } from './solution-difference.ts';

interface LabChangesProps {
  /** Null: the lab's files are all known. */
  home: LabHome | null;
  /** The learner's texts as they are now, and those of the author. */
  files: readonly LabFile[];
  start: readonly LabFile[];
}

/** The files that differ from the start of the lab, each with its difference once it is opened. */
export function LabChanges({ home, files, start }: LabChangesProps) {
  const [found, setFound] = useState<Changes | { problem: string } | null>(null);
  // The texts that are known change whenever the lab reports a change.
  useEffect(() => {
    let isShown = true;
    const asked = home === null ? Promise.resolve(changesBetween(start, files)) : home.changes();
    void asked.then((now) => isShown && setFound(now));
    return () => {
      isShown = false;
    };
  }, [home, files, start]);
  const changes = found !== null && 'changes' in found ? found.changes : [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long differences are scrolled by the keyboard, too
    <section className={css.solution} tabIndex={0} aria-label={labChangesTexts.title} aria-busy={found === null}>
      <p role="status">{found !== null && wordsOf(found)}</p>
      {changes.map((change) => (
        <Changed key={`${change.how} ${change.path}`} change={change} home={home} files={files} start={start} />
      ))}
    </section>
  );
}

function wordsOf(found: Changes | { problem: string }): string {
  if ('problem' in found) return found.problem;
  const { changes, isCut } = found;
  return [
    changes.length === 0 ? labChangesTexts.nothing : labChangesTexts.count({ count: changes.length }),
    isCut && labChangesTexts.isCut,
    changes.some(({ isKept }) => !isKept) && labChangesTexts.notAllKept,
  ]
    .filter(Boolean)
    .join(' ');
}

interface ChangedProps extends LabChangesProps {
  change: LabChange;
}

function Changed({ change, ...its }: ChangedProps) {
  const { path, how, kind, size, isKept } = change;
  const [open, setOpen] = useState(false);
  return (
    <details className={css.change} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <b>{labChangesTexts[how]}</b> <span translate="no">{path}</span>
        {!isKept && <em> {labChangesTexts.notKept({ kilobytes: Math.ceil(size / 1_000) })}</em>}
      </summary>
      {open && (kind === 'file' ? <Difference change={change} {...its} /> : <p>{labChangesTexts[kind]}</p>)}
    </details>
  );
}

function Difference({ change, home, files, start }: ChangedProps) {
  const { path, how } = change;
  const known = files.find((file) => file.path === path);
  const [texts, setTexts] = useState<{ before: LabFileText | null; now: LabFileText | null } | { problem: string }>();
  useEffect(() => {
    let isShown = true;
    const load = async () => {
      const before = how === 'added' ? null : await textAt(path, start, home?.original);
      const now = how === 'deleted' ? null : await textAt(path, known === undefined ? [] : [known], home?.read);
      if (!isShown) return;
      if (before !== null && 'problem' in before) setTexts(before);
      else if (now !== null && 'problem' in now) setTexts(now);
      else setTexts({ before, now });
    };
    void load();
    return () => {
      isShown = false;
    };
  }, [path, how, known, home, start]);
  if (texts === undefined) return <p>{labChangesTexts.loading}</p>;
  if ('problem' in texts) return <p>{texts.problem}</p>;
  const { before, now } = texts;
  const unshown = [before, now].find((one) => one !== null && 'why' in one);
  if (unshown !== undefined && unshown !== null && 'why' in unshown) return <p>{labChangesTexts[unshown.why]}</p>;
  const textOf = (one: LabFileText | null) => (one !== null && 'text' in one ? one.text : '');
  const lines = solutionDifference(textOf(before), textOf(now));
  return lines.length === 0 ? <p>{labChangesTexts.sameText}</p> : <DifferenceLines lines={lines} />;
}

async function textAt(
  path: string,
  known: readonly LabFile[],
  read: ((path: string) => Promise<LabFileText | { problem: string }>) | undefined,
): Promise<LabFileText | { problem: string }> {
  const text = known.find((file) => file.path === path)?.text;
  if (read !== undefined && text === undefined) return read(path);
  return text === undefined ? { why: 'missing', size: 0 } : { text };
}

function changesBetween(start: readonly LabFile[], files: readonly LabFile[]): Changes {
  const before = new Map(start.map(({ path, text }) => [path, text]));
  const now = new Set(files.map(({ path }) => path));
  const rest = { kind: 'file', size: 0, isKept: true } as const;
  const written = files.flatMap(({ path, text }): LabChange[] =>
    before.get(path) === text ? [] : [{ path, how: before.has(path) ? 'changed' : 'added', ...rest }],
  );
  const gone = start.flatMap(({ path }): LabChange[] => (now.has(path) ? [] : [{ path, how: 'deleted', ...rest }]));
  return { changes: [...written, ...gone].sort((a, b) => (a.path < b.path ? -1 : 1)), isCut: false };
}
