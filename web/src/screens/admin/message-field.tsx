import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './alert-form.module.css';

interface MessageFieldProps {
  message: string;
  most: number;
  problem: string | undefined;
  onChange: (message: string) => void;
}

/** What the buttons put around the selected words. */
const MARKS = [
  { title: 'Bold', before: '<b>', after: '</b>' },
  { title: 'Italic', before: '<i>', after: '</i>' },
  { title: 'Code', before: '<code>', after: '</code>' },
  { title: 'Link', before: '<a href="https://">', after: '</a>' },
] as const;

/** The message of an alert: HTML of the few elements that the academy lets through, with buttons that write them. */
export function MessageField({ message, most, problem, onChange }: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const mark = (before: string, after: string) => {
    const area = field.current;
    if (area === null) return;
    const [start, end] = [area.selectionStart, area.selectionEnd];
    area.focus();
    // As if it was typed, so that the browser can undo it.
    area.setRangeText(`${before}${message.slice(start, end)}${after}`, start, end, 'end');
    onChange(area.value);
    const inside = start + before.length;
    area.setSelectionRange(inside, inside + end - start);
  };
  return (
    <Field
      label="Message"
      hint={`Words, and basic formatting: bold, italic, code, links. ${message.trim().length.toLocaleString('en')} of ${most.toLocaleString('en')} characters.`}
      problem={problem}
    >
      {(control) => (
        <div className={css.message}>
          <fieldset className={css.marks} aria-label="Formatting">
            {MARKS.map(({ title, before, after }) => (
              <Button key={title} look="quiet" onClick={() => mark(before, after)}>
                {title}
              </Button>
            ))}
          </fieldset>
          <textarea
            {...control}
            ref={field}
            rows={4}
            required
            value={message}
            onChange={({ target }) => onChange(target.value)}
            onBlur={() => onChange(message.trim())}
          />
        </div>
      )}
    </Field>
  );
}
