import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './alert-form.module.css';
import { alertFormTexts } from './alert-form-texts.ts';

interface MessageFieldProps {
  message: string;
  max: number;
  problem: string | undefined;
  onChange: (message: string) => void;
}

/** Markup that the buttons put around the selected text. */
const marks = () => [
  { title: alertFormTexts.bold, before: '**', after: '**' },
  { title: alertFormTexts.italic, before: '_', after: '_' },
  { title: alertFormTexts.code, before: '`', after: '`' },
  { title: alertFormTexts.link, before: '[', after: '](https://)' },
];

/** The message of an alert: Markdown with basic formatting, and buttons that write it. */
export function MessageField({ message, max, problem, onChange }: MessageFieldProps) {
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
      label={alertFormTexts.message}
      hint={alertFormTexts.messageHint({
        count: message.trim().length,
        max: max,
      })}
      problem={problem}
    >
      {(control) => (
        <div className={css.message}>
          <fieldset className={css.marks} aria-label={alertFormTexts.formatting}>
            {marks().map(({ title, before, after }) => (
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
