import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import css from './search-box.module.css';

/** Debounce of typing before the address is updated, ms. */
const TYPING_REST_MS = 250;

interface SearchBoxProps {
  /** What it searches for: accessible name and place holder. */
  label: string;
  text: string;
  onChange: (text: string) => void;
}

/** A search field that filters a list as you type. */
export function SearchBox({ label, text, onChange }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const [{ typed, sent, seen }, set] = useState({ typed: text, sent: text, seen: text });
  // The address may change without typing (Back, the button that clears everything); what was sent from here comes back
  // late and must not overwrite what has been typed since.
  if (seen !== text) set(text === sent ? { typed, sent, seen: text } : { typed: text, sent: text, seen: text });
  // Text may have been typed before hydration.
  useEffect(() => {
    const early = field.current?.value;
    if (early !== undefined) set((before) => ({ ...before, typed: early }));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      set((before) => ({ ...before, sent: wanted }));
      onChange(wanted);
    }, TYPING_REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className={css.search}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={typed}
        onChange={({ target }) => set((before) => ({ ...before, typed: target.value }))}
      />
    </search>
  );
}
