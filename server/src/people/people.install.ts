import type { AppContext } from '../app-context.ts';
import { importUndo } from './import-undo.service.ts';
import { importsStore } from './imports.store.ts';
import { learnerService } from './learner.service.ts';
import { bindPeople } from './people.routes.ts';
import { bindPeopleAdmin } from './people-admin.routes.ts';
import { bindPeopleImport } from './people-import.routes.ts';
import { peopleImportService } from './people-import.service.ts';
import { bindPeopleLearners } from './people-learners.routes.ts';
import { peopleSearchStore } from './people-search.store.ts';
import { rightsService } from './rights.service.ts';

export function installPeople(context: AppContext): void {
  const { calls, db, people, brandOf, mailQueued } = context;
  const forget = () => people.forget();
  const rights = rightsService({
    ...{ db, brandOf },
    changed() {
      forget();
      mailQueued();
    },
  });
  bindPeople(calls, people);
  bindPeopleAdmin(calls, peopleSearchStore(db), rights);
  bindPeopleLearners(calls, learnerService(context));
  bindPeopleImport(
    calls,
    peopleImportService({ db, rights, makesAccounts: context.addIdentity !== null, changed: forget }),
    importUndo({ db, rights, changed: forget }),
    importsStore(db),
  );
}
