import type { Category } from '@academy/contract/entities';
import type { Selection } from '@academy/contract/rules/filters';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './filter-panel.module.css';
import { chosenCount } from './filter-search.ts';

interface FilterPanelProps {
  categories: readonly Category[];
  selection: Selection;
  onToggle: (category: string, option: string) => void;
}

/** Filter options with their counts, one group of check boxes per category; folded away on narrow screens. */
export function FilterPanel({ categories, selection, onToggle }: FilterPanelProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const chosen = chosenCount(selection);
  return (
    <>
      <Button className={css.toggle} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <SlidersHorizontal aria-hidden="true" />
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
      <div id={id} className={open ? css.panel : `${css.panel} ${css.closed}`}>
        {categories.map(
          (category) =>
            category.options &&
            category.options.length > 0 && (
              <fieldset key={category.categoryName}>
                <legend>{category.title}</legend>
                {category.options.map((option) => (
                  <label key={option.name} className={css.option}>
                    <input
                      type="checkbox"
                      checked={selection[category.categoryName]?.includes(option.name) ?? false}
                      onChange={() => onToggle(category.categoryName, option.name)}
                    />
                    {option.title}
                    <span className={css.count}>{option.count}</span>
                  </label>
                ))}
              </fieldset>
            ),
        )}
      </div>
    </>
  );
}
