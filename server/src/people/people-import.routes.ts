import { importPeople, listImports, undoImport } from '@academy/contract/people-import';
import type { CallTable } from '../calls/bind.ts';
import { changedBy } from './changed-by.ts';
import type { ImportUndo } from './import-undo.service.ts';
import type { importsStore } from './imports.store.ts';
import type { PeopleImportService } from './people-import.service.ts';

export function bindPeopleImport(
  calls: CallTable,
  imports: PeopleImportService,
  undo: ImportUndo,
  importList: ReturnType<typeof importsStore>,
): void {
  calls.bind(importPeople, async ({ body, scope }) => {
    const { rows, dryRun, mayLower, invite, fileName, importId = crypto.randomUUID() } = body;
    const { tenantId } = scope;
    const terms = { importId, tenantId, fileName: fileName || null, dryRun, mayLower, invite, by: changedBy(scope) };
    return { result: await imports.importPeople(rows, terms) };
  });

  calls.bind(listImports, async ({ query }) => ({ result: await importList.page(query) }));

  calls.bind(undoImport, ({ params, body, scope }) =>
    undo(params.importId, body.from ?? null, { ...changedBy(scope), announced: false }),
  );
}
