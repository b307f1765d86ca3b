import type { Ref, RefObject } from 'react';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import css from './terminal-place.module.css';
import { type MissingKey, typeKey } from './xterm-input.ts';
import type { XtermTerminal } from './xterm-terminal.ts';

interface TerminalPlaceProps {
  /** The element that the terminal fills. */
  ref: Ref<HTMLDivElement>;
  place: RefObject<XtermTerminal | null>;
  shown: boolean;
}

const KEYS: readonly [
  MissingKey,
  name: 'keyEscape' | 'keyTab' | 'keyInterrupt' | 'keyUp' | 'keyDown',
  sign?: string,
][] = [
  ['escape', 'keyEscape'],
  ['tab', 'keyTab'],
  ['interrupt', 'keyInterrupt'],
  ['up', 'keyUp', '↑'],
  ['down', 'keyDown', '↓'],
];

/** Where a terminal is, with the keys below it that keyboards of phones lack. */
export function TerminalPlace({ ref, place, shown }: TerminalPlaceProps) {
  return (
    // Translators of browsers would translate names of files and commands, and keep doing so with each key.
    <div className={css.place} hidden={!shown} translate="no">
      <div ref={ref} className={css.terminal} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={css.keys} role="group" aria-label={labWorkspaceTexts.keys}>
        {KEYS.map(([key, name, sign]) => (
          <button
            key={key}
            type="button"
            aria-label={sign && labWorkspaceTexts[name]}
            // The focus, and with it the phone's keyboard, stays with the terminal.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => place.current && typeKey(place.current.terminal, key)}
          >
            {sign ?? labWorkspaceTexts[name]}
          </button>
        ))}
      </div>
    </div>
  );
}
