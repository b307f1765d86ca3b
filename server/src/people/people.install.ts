import type { AppContext } from '../app-context.ts';
import { accountOwnerNews } from '../identity/owner-news.ts';
import { importUndo } from './import-undo.service.ts';
import { importsStore } from './imports.store.ts';
import { invitationsService } from './invitations.service.ts';
import { invitationsOf } from './invitations.store.ts';
import { learnerService } from './learner.service.ts';
import { bindPeople } from './people.routes.ts';
import { bindPeopleAdmin } from './people-admin.routes.ts';
import { bindPeopleImport } from './people-import.routes.ts';
import { peopleImportService } from './people-import.service.ts';
import { bindPeopleInvitations } from './people-invitations.routes.ts';
import { bindPeopleLearners } from './people-learners.routes.ts';
import { peopleSearchStore } from './people-search.store.ts';
import { rightsService } from './rights.service.ts';
import { signInHelp } from './sign-in-help.service.ts';

export function installPeople(context: AppContext): void {
  const { calls, db, people, brandOf, mailQueued } = context;
  const forget = () => people.forget();
  const changed = () => {
    forget();
    mailQueued();
  };
  const rights = rightsService({ db, brandOf, changed });
  const issuer = context.addIdentity === null ? null : context.configs.issuer;
  const invitations = invitationsService({ db, brandOf, issuer, mailQueued });
  const help = signInHelp({ ...{ db, brandOf, issuer }, notifyOwner: accountOwnerNews(brandOf), changed });
  bindPeople(calls, people);
  bindPeopleAdmin(calls, peopleSearchStore(db), rights, (ids) => invitationsOf(db, ids));
  bindPeopleLearners(calls, learnerService(context));
  bindPeopleInvitations(calls, invitations, help);
  bindPeopleImport(
    calls,
    peopleImportService({ db, rights, invitations, makesAccounts: issuer !== null, changed }),
    importUndo({ db, rights, changed: forget }),
    importsStore(db),
  );
}
