import { importedGroups } from '../groups/import-groups.ts';
import { accountOwnerNews } from '../identity/owner-news.ts';
import { importUndo } from '../people/import-undo.service.ts';
import { importsStore } from '../people/imports.store.ts';
import { invitationsService } from '../people/invitations.service.ts';
import { invitationsOf } from '../people/invitations.store.ts';
import { learnerService } from '../people/learner.service.ts';
import { bindPeople } from '../people/people.routes.ts';
import { bindPeopleAdmin } from '../people/people-admin.routes.ts';
import { bindPeopleImport } from '../people/people-import.routes.ts';
import { peopleImportService } from '../people/people-import.service.ts';
import { bindPeopleInvitations } from '../people/people-invitations.routes.ts';
import { bindPeopleLearners } from '../people/people-learners.routes.ts';
import { peopleSearchStore } from '../people/people-search.store.ts';
import { rightsService } from '../people/rights.service.ts';
import { signInHelp } from '../people/sign-in-help.service.ts';
import { taughtLearnersService } from '../people/taught-learners.service.ts';
import type { AppContext } from './app-context.ts';

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
  bindPeopleLearners(calls, learnerService(context), taughtLearnersService(context));
  bindPeopleInvitations(calls, invitations, help);
  bindPeopleImport(
    calls,
    peopleImportService({ db, rights, invitations, groupsIn: importedGroups, makesAccounts: issuer !== null, changed }),
    importUndo({ db, rights, groupsIn: importedGroups, changed: forget }),
    importsStore(db),
  );
}
