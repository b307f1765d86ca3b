import {
  createDirectory,
  type Directory,
  deleteDirectory,
  listDirectories,
  proveDirectoryDomain,
  tryDirectory,
  updateDirectory,
} from '@academy/contract/directories';
import type { CallTable } from '../calls/bind.ts';
import { type DirectoriesService, recordName } from './directories.service.ts';
import type { DirectoryWithDomains } from './directories.store.ts';

export function bindDirectories(calls: CallTable, directories: DirectoriesService): void {
  const present = (row: DirectoryWithDomains): Directory => {
    const { directoryId, kind, name, issuer, clientId, clientSecret, scopes, mapping, isRequired, isActive } = row;
    const { metadata, metadataUrl, beginsThere } = row.saml ?? {};
    return {
      ...{ directoryId, kind, name, issuer, clientId, scopes, isRequired, isActive },
      mapping: {
        ...mapping,
        subject: mapping.subject ?? null,
        groups:
          mapping.groups === undefined || mapping.groups === null
            ? null
            : { ...mapping.groups, values: [...mapping.groups.values] },
      },
      saml:
        beginsThere === undefined
          ? null
          : { metadata: metadata ?? null, metadataUrl: metadataUrl ?? null, beginsThere },
      hasSecret: kind === 'oidc' && clientSecret !== null,
      domains: row.domains.map(({ domain, proof, provedAt }) => ({
        domain,
        provedAt: provedAt?.toISOString() ?? null,
        record: { name: recordName(domain), value: proof },
      })),
      redirectUri: directories.redirectUriOf(directoryId),
      createdAt: row.createdAt.toISOString(),
    };
  };

  calls.bind(listDirectories, async () => ({ result: (await directories.all()).map(present) }));
  calls.bind(createDirectory, async ({ scope, body }) => present(await directories.create(scope, body)));
  calls.bind(updateDirectory, async ({ scope, params, body }) =>
    present(await directories.update(scope, params.directoryId, body)),
  );
  calls.bind(deleteDirectory, async ({ scope, params }) => {
    await directories.remove(scope, params.directoryId);
    return { deleted: params.directoryId };
  });
  calls.bind(proveDirectoryDomain, async ({ scope, params, body }) =>
    present(await directories.prove(scope, params.directoryId, body.domain)),
  );
  calls.bind(tryDirectory, async ({ params }) => ({ address: await directories.try(params.directoryId) }));
}
