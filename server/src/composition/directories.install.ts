import { directorySealer } from '@academy/identity/directories/directory-secrets';
import { addTicket } from '@academy/identity/directories/directory-states';
import { bindDirectories } from '../directories/directories.routes.ts';
import { directoriesService } from '../directories/directories.service.ts';
import { bindDirectoryTokens } from '../directories/directories-tokens.routes.ts';
import { directoryTokensService } from '../directories/directories-tokens.service.ts';
import { providerRequest } from '../directories/provider-request.ts';
import { identityStore } from '../identity/identity.store.ts';
import { scimWords } from '../scim/scim-error.ts';
import type { AppContext } from './app-context.ts';

/** Lets administrators manage the directories in which people of companies log in. */
export function installDirectories(context: AppContext): void {
  const { calls, db, keySecrets, directoryHosts: hosts, txtRecords: records } = context;
  const issuer = context.addIdentity === null ? null : context.configs.issuer;
  const sealer = directorySealer(keySecrets);
  const { artifacts } = identityStore(db);
  const service = directoriesService({
    ...{ db, sealer, issuer, hosts, fetch: providerRequest(hosts) },
    addTicket: (directoryId) => addTicket(artifacts, directoryId),
    ...(records === undefined ? {} : { records }),
  });
  bindDirectories(calls, service);
  bindDirectoryTokens(calls, directoryTokensService({ db, issuer, wordsOf: scimWords }));
}
