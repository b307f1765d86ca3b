import {
  correctCertificate,
  exportCertificates,
  getCertificate,
  listCertificates,
  listMyCertificates,
  setCertificateRevoked,
} from '@academy/contract/certificates';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { CertificatesService } from './certificates.service.ts';

export function bindCertificates(calls: CallTable, certificates: CertificatesService): void {
  calls.bind(listMyCertificates, async ({ scope }) => ({ result: await certificates.mine(scope) }));

  calls.bind(getCertificate, ({ params }) => certificates.byId(params.certificateId));

  calls.bind(listCertificates, async ({ scope, query }) => ({ result: await certificates.search(scope, query) }));

  calls.bind(exportCertificates, async ({ scope, query }) => certificates.file(scope, query.q));

  calls.bind(correctCertificate, ({ scope, params, body }) =>
    certificates.correct(scope, params.certificateId, body, auditActorOf(scope)),
  );

  calls.bind(setCertificateRevoked, ({ scope, params, body }) =>
    certificates.setRevoked(scope, params.certificateId, body, auditActorOf(scope)),
  );
}
