import { currentLocale } from './languages.ts';

/** The sign between the fields of a CSV file: a semicolon where spreadsheets keep the comma for decimals, as in German. */
export const csvSeparator = (): ',' | ';' => ((0.5).toLocaleString(currentLocale()).includes(',') ? ';' : ',');
