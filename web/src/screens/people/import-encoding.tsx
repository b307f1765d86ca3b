import type { FileEncoding } from '@academy/contract/rules/text-encoding';
import { Field } from '../../ui/field.tsx';
import css from './import-people.module.css';
import { importTexts } from './import-texts.ts';

/** What spreadsheets of several regions write. */
const CHOICES: readonly (readonly [FileEncoding, () => string])[] = [
  ['windows-1252', () => importTexts.western],
  ['windows-1250', () => importTexts.central],
  ['windows-1251', () => importTexts.cyrillic],
  ['windows-1253', () => importTexts.greek],
  ['windows-1254', () => importTexts.turkish],
  ['iso-8859-15', () => importTexts.latin9],
  ['macintosh', () => importTexts.macintosh],
  ['cp850', () => importTexts.dos],
];

interface ImportEncodingProps {
  encoding: FileEncoding;
  isDisabled: boolean;
  isConfirmed: boolean;
  onChoose: (encoding: FileEncoding) => void;
  onConfirm: (isConfirmed: boolean) => void;
}

/** For a file that does not say how its letters are stored: in which encoding it is read, and whether the names are right. */
export function ImportEncoding({ encoding, isDisabled, isConfirmed, onChoose, onConfirm }: ImportEncodingProps) {
  return (
    <section className={css.lowering} aria-labelledby="import-encoding">
      <h3 id="import-encoding">{importTexts.encodingTitle}</h3>
      <p>{importTexts.encodingText}</p>
      <Field label={importTexts.encoding}>
        {(control) => (
          <select
            {...control}
            value={encoding}
            disabled={isDisabled}
            onChange={({ target }) => {
              const chosen = CHOICES.find(([name]) => name === target.value);
              if (chosen !== undefined) onChoose(chosen[0]);
            }}
          >
            {CHOICES.map(([name, title]) => (
              <option key={name} value={name}>
                {title()}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label className={css.include}>
        <input
          type="checkbox"
          checked={isConfirmed}
          disabled={isDisabled}
          onChange={({ target }) => onConfirm(target.checked)}
        />
        {importTexts.namesAreRight}
      </label>
    </section>
  );
}
