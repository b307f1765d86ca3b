import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { ImportPeople } from './import-people.tsx';

export const head = () => ({ title: 'Import users', noIndex: true });

/** Adds people from a file. */
export default function ImportScreen() {
  const hrefOf = useAdminHref();
  return (
    <div className="page">
      <AdminHead title="Import users">
        People from a CSV file. At first nothing happens: you see row by row what would, and then decide.{' '}
        <a href={hrefOf(adminUrls.imports())}>Earlier imports</a> can be taken back for 24 hours.
      </AdminHead>
      <ImportPeople />
    </div>
  );
}
