import type { PeopleFileProblem, RowProblem } from '@academy/contract/rules/people-file';
import { importTexts } from './import-texts.ts';

/** What is wrong with a file of people as a whole, in words. */
export function fileProblemText(problem: PeopleFileProblem): string {
  switch (problem.is) {
    case 'empty':
      return importTexts.emptyFile;
    case 'workbook':
      return importTexts.workbook;
    case 'no-text':
      return importTexts.noText;
    case 'no-email-column':
      return importTexts.noColumns;
    case 'no-rows':
      return importTexts.noRows;
    case 'no-csv':
      return importTexts.noCsv({ line: problem.line });
    case 'unknown-columns':
      return importTexts.unknownColumns({ columns: problem.columns });
    case 'repeated-columns':
      return importTexts.repeatedColumns({ columns: problem.columns });
    case 'too-many-rows':
      return importTexts.tooManyRows({ count: problem.count });
  }
}

/** What is wrong with a row, apart from its values. */
export function rowProblemText(problem: RowProblem): string {
  switch (problem.is) {
    case 'repeated':
      return importTexts.repeated({ line: problem.line });
    case 'more-fields':
      return importTexts.moreFields({ fields: problem.fields, columns: problem.columns });
    case 'cut-off':
      return importTexts.cutOff;
  }
}
