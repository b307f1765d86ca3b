import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { joined } from '../../i18n/joined.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { ImportPeople } from './import-people.tsx';
import { importTexts } from './import-texts.ts';

export const head = () => ({ title: importTexts.importUsers, noIndex: true });

/** Adds people from a file. */
export default function ImportScreen() {
  const hrefOf = useAdminHref();
  return (
    <div className="page">
      <AdminHead title={importTexts.importUsers}>
        {joined(importTexts.intro({ link: (words) => <a href={hrefOf(adminUrls.imports())}>{words}</a> }))}
      </AdminHead>
      <ImportPeople />
    </div>
  );
}
