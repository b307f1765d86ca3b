import type { IssuedCertificate } from '@academy/contract/certificates';
import { useId, useState } from 'react';
import { useCertificateChanges } from '../../api/certificates.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './issued-certificates.module.css';
import { issuedCertificatesTexts } from './issued-certificates-texts.ts';

/** What an administrator can do with a certificate. */
export type CertificateTask = 'correct' | 'revoke' | 'restore';

interface ChangeCertificateProps {
  /** Null: the dialog is closed. */
  task: { certificate: IssuedCertificate; what: CertificateTask } | null;
  onClose: () => void;
}

/** The messages of each task. */
const WORDS = {
  correct: { title: 'correctTitle', button: 'correctName', done: 'corrected', hint: 'correctHint' },
  revoke: { title: 'revokeTitle', button: 'revokeButton', done: 'wasRevoked', hint: 'revokeHint' },
  restore: { title: 'restoreTitle', button: 'restoreButton', done: 'restored', hint: 'restoreHint' },
} as const;

/** Asks for the new name and the reason, then changes the certificate. */
export function ChangeCertificate({ task, onClose }: ChangeCertificateProps) {
  return task === null ? null : (
    <ChangeForm key={task.certificate.certificateId + task.what} {...task} onClose={onClose} />
  );
}

const FIELDS = ['name', 'reason'] as const;

function ChangeForm({
  certificate,
  what,
  onClose,
}: NonNullable<ChangeCertificateProps['task']> & { onClose: () => void }) {
  const { correct, setRevoked } = useCertificateChanges();
  const { certificateId, title } = certificate;
  const [name, setName] = useState(certificate.name);
  const [reason, setReason] = useState('');
  const { form, problems, failure, isPending, submit } = useSubmit((field) => FIELDS.find((one) => one === field));
  const id = useId();
  const words = WORDS[what];

  const check = () => ({
    ...(what === 'correct' && name.trim() === '' ? { name: issuedCertificatesTexts.enterName } : {}),
    ...(reason.trim() === '' ? { reason: issuedCertificatesTexts.enterReason } : {}),
  });
  const send = async () => {
    if (what === 'correct') await correct(certificateId, { name, reason });
    else await setRevoked(certificateId, { revoked: what === 'revoke', reason });
    addToast({ type: 'success', message: issuedCertificatesTexts[words.done] });
    onClose();
  };

  return (
    <Modal
      open
      title={issuedCertificatesTexts[words.title]}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {issuedCertificatesTexts.cancel}
          </Button>
          <Button type="submit" form={id} look={what === 'revoke' ? 'danger' : 'primary'} disabled={isPending}>
            {isPending ? issuedCertificatesTexts.oneMoment : issuedCertificatesTexts[words.button]}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event, check, send)}>
        <p>
          <strong dir="auto">{certificate.name}</strong>, <span dir="auto">{title}</span>
        </p>
        {what === 'correct' && (
          <Field label={issuedCertificatesTexts.nameOnCertificate} problem={problems.name}>
            {(control) => (
              <input
                {...control}
                data-first
                required
                maxLength={160}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        )}
        <Field
          label={issuedCertificatesTexts.reason}
          hint={issuedCertificatesTexts[words.hint]}
          problem={problems.reason}
        >
          {(control) => (
            <input
              {...control}
              {...(what === 'correct' ? {} : { 'data-first': true })}
              required
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <div role="alert">
          {failure !== null && <p className={css.failure}>{issuedCertificatesTexts.nothingChanged({ failure })}</p>}
        </div>
      </form>
    </Modal>
  );
}
