import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { importTexts } from './import-texts.ts';
import { ImportsList } from './imports-list.tsx';

export const head = () => ({ title: importTexts.importsTitle, noIndex: true });

/** Past imports of people, with their undo. */
export default function ImportsScreen() {
  return (
    <div className="page">
      <AdminHead title={importTexts.importsTitle}>{importTexts.importsIntro}</AdminHead>
      <ImportsList />
    </div>
  );
}
