import type { TextRange } from '@academy/contract/rules/lab-text';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  StreamLanguage,
  type StreamParser,
  syntaxHighlighting,
} from '@codemirror/language';
import { java, kotlin } from '@codemirror/legacy-modes/mode/clike';
import { json } from '@codemirror/legacy-modes/mode/javascript';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { xml } from '@codemirror/legacy-modes/mode/xml';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { changeBetween } from './change-between.ts';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

interface LabEditorProps {
  path: string;
  text: string;
  /** Position to scroll to; a new object scrolls again. */
  goTo: { path: string; range: TextRange } | null;
  onChange(path: string, text: string): void;
}

const LANGUAGES: Readonly<Record<string, StreamParser<unknown>>> = {
  java,
  kt: kotlin,
  json,
  properties,
  sh: shell,
  xml,
  yaml,
  yml: yaml,
} as Record<string, StreamParser<unknown>>;

const LOOK = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.atom, tags.bool], color: 'var(--lab-keyword)' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--lab-string)' },
    { tag: [tags.comment, tags.meta], color: 'var(--text-muted)', fontStyle: 'italic' },
    { tag: [tags.number, tags.typeName], color: 'var(--lab-number)' },
    { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)], color: 'var(--lab-name)' },
  ]),
);

const extensionsOf = (path: string, changed: (text: string) => void): Extension[] => {
  const language = LANGUAGES[/\.([a-z]+)$/.exec(path)?.[1] ?? ''];
  return [
    lineNumbers(),
    history(),
    bracketMatching(),
    highlightActiveLine(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    LOOK,
    // The place that scrolls is reached by the keyboard through its text.
    EditorView.contentAttributes.of({ 'aria-label': labWorkspaceTexts.textOf({ path }), tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (
        docChanged &&
        transactions.some(
          (one) =>
            one.isUserEvent('input') ||
            one.isUserEvent('delete') ||
            one.isUserEvent('undo') ||
            one.isUserEvent('redo') ||
            one.isUserEvent('move'),
        )
      ) {
        changed(state.doc.toString());
      }
    }),
    ...(language === undefined
      ? []
      : [StreamLanguage.define({ ...language, tokenTable: { property: tags.propertyName } })]),
  ];
};

/** A file in an editor. The Tab key leaves it, as it leaves any field. */
export function LabEditor({ path, text, goTo, onChange }: LabEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const first = useRef(text);
  first.current = text;
  /** Edits that have not come back as `text` yet, oldest first. */
  const typed = useRef<string[]>([]);

  useEffect(() => {
    if (place.current === null) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: extensionsOf(path, (now) => {
          typed.current.push(now);
          change.current(path, now);
        }),
      }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [path]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    // An edit comes back as `text` a little later, and must not undo newer edits.
    const at = typed.current.lastIndexOf(text);
    if (at >= 0) {
      typed.current.splice(0, at + 1);
      return;
    }
    const before = editor.state.doc.toString();
    if (before === text) return;
    typed.current = [];
    editor.dispatch({ changes: changeBetween(before, text) });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || goTo === null || goTo.path !== path) return;
    const max = editor.state.doc.length;
    const anchor = Math.min(goTo.range.from, max);
    const head = Math.min(goTo.range.to, max);
    editor.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    editor.focus();
  }, [goTo, path]);

  return <div ref={place} className={css.code} />;
}
