import type { Category } from '@academy/contract/entities';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ListFilters } from '../../list-views/list-filters.ts';
import { Button } from '../../ui/button.tsx';
import css from './filter-panel.module.css';
import { listTexts } from './list-texts.ts';
import { optionTitle, PROGRESS_OPTIONS } from './option-title.ts';

/** Options of a category that are shown at first. */
const FIRST_OPTIONS = 8;

/** Titles are given for topics alone. */
type Option = Omit<NonNullable<Category['options']>[number], 'title'> & { title?: string };

interface FilterPanelProps {
  categories: readonly Category[];
  /** The learner's own categories; null where the list has none. */
  learner: {
    /** Null while they are not known. */
    progress: readonly Option[] | null;
    favoriteCount: number | null;
    isSignedIn: boolean;
  } | null;
  selection: ListFilters['selection'];
  chosenCount: number;
  onToggle: (category: string, option: string) => void;
}

const UNKNOWN_PROGRESS = PROGRESS_OPTIONS.map((name) => ({ name, count: null }));

/** Filter options with their counts, one group of check boxes per category; folded away on narrow screens. */
export function FilterPanel({ categories, learner, selection, chosenCount, onToggle }: FilterPanelProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const group = (name: Category['categoryName'], title: string, options: readonly Shown[]) =>
    options.length > 0 && (
      <Group
        key={name}
        title={title}
        options={options.map((option) => ({ ...option, title: optionTitle(name, option.name, option.title) }))}
        chosen={selection[name] ?? []}
        onToggle={(option) => onToggle(name, option)}
      />
    );
  return (
    <>
      <Button className={css.toggle} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden="true" />
        {listTexts.filters({ count: chosenCount })}
      </Button>
      <div id={id} className={open ? css.panel : `${css.panel} ${css.closed}`}>
        {learner && (
          <div className={learner.isSignedIn ? `${css.own} ${css.shown}` : css.own}>
            {group('favorite', listTexts.mine, [{ name: 'true', count: learner.favoriteCount }])}
            {group('progress', listTexts.progress, learner.progress ?? UNKNOWN_PROGRESS)}
          </div>
        )}
        {categories.map(({ categoryName, options = [] }) =>
          group(categoryName, categoryName === 'favorite' ? listTexts.favorites : listTexts[categoryName], options),
        )}
        {learner && !learner.isSignedIn && <p className={css.hint}>{listTexts.logIn}</p>}
      </div>
    </>
  );
}

interface Shown extends Omit<Option, 'count'> {
  /** Null while it is not known. */
  count: number | null;
}

type Titled = Shown & { title: string };

interface GroupProps {
  title: string;
  options: readonly Titled[];
  chosen: readonly string[];
  onToggle: (option: string) => void;
}

/** One category. A long one shows its largest options and the chosen ones until all are requested. */
function Group({ title, options, chosen, onToggle }: GroupProps) {
  const id = useId();
  const [all, setAll] = useState(false);
  const isLong = options.length > FIRST_OPTIONS + 1;
  const largest = new Set(
    [...options]
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
      .slice(0, FIRST_OPTIONS)
      .map(({ name }) => name),
  );
  const shown = all || !isLong ? options : options.filter(({ name }) => largest.has(name) || chosen.includes(name));
  return (
    <fieldset>
      <legend>{title}</legend>
      {shown.map((option) => (
        <label key={option.name} className={css.option} htmlFor={`${id}-${option.name}`}>
          <CheckBox
            id={`${id}-${option.name}`}
            checked={chosen.includes(option.name)}
            onToggle={() => onToggle(option.name)}
          />
          {option.title}
          <span className={css.count}>{option.count}</span>
        </label>
      ))}
      {isLong && (
        <Button look="quiet" className={css.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? listTexts.showFewer : listTexts.showAll({ count: options.length })}
        </Button>
      )}
    </fieldset>
  );
}

function CheckBox({ id, checked, onToggle }: { id: string; checked: boolean; onToggle: () => void }) {
  const ref = useRef<HTMLInputElement>(null);
  const toggle = useRef(onToggle);
  toggle.current = onToggle;
  // The control may have been used before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what happened before
  useEffect(() => {
    if (ref.current !== null && ref.current.checked !== checked) toggle.current();
  }, []);
  return <input ref={ref} id={id} type="checkbox" checked={checked} onChange={onToggle} />;
}
