import { type ReactNode, useState } from 'react';
import type { Alert } from '../../api/alerts-admin.ts';
import { academyName } from '../../lib/academy-name.ts';
import { momentText } from '../../lib/moments.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { navigate } from '../../navigation/location.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import css from './alert-form.module.css';
import { alertListTexts } from './alert-list-texts.ts';
import { ShownAlert } from './alert-preview.tsx';
import { audienceNames, levelNames, stateOf } from './alert-rules.ts';
import { DeleteAlerts } from './delete-alerts.tsx';
import { KnownAlert } from './known-alert.tsx';

const moment = (at: string | null, otherwise: string) => (at === null ? otherwise : momentText(at));

/** Reads an alert and shows it. */
export function AlertOfId({ id }: { id: string }) {
  return <KnownAlert id={id}>{(alert) => <AlertView alert={alert} />}</KnownAlert>;
}

/** An alert, its facts, and what can be done with it. */
function AlertView({ alert }: { alert: Alert }) {
  const [deleting, setDeleting] = useState<readonly Alert[]>([]);
  const { id, tenantId, level, audience, from, to, createdAt, updatedAt, firstName } = alert;
  const facts: [string, ReactNode][] = [
    [alertListTexts.state, stateOf(alert, Date.now())],
    [alertListTexts.academy, academyName(tenantId)],
    [alertListTexts.level, levelNames()[level]],
    [alertListTexts.shownTo, audienceNames()[audience]],
    [alertListTexts.from, moment(from, alertListTexts.atOnce)],
    [alertListTexts.to, moment(to, alertListTexts.untilDeleted)],
    [alertListTexts.linkAddress, alert.actionUrl ?? alertListTexts.noLink],
    [alertListTexts.writtenBy, firstName || alertListTexts.deletedPerson],
    [alertListTexts.createdAt, moment(createdAt, '')],
    [alertListTexts.updatedAt, moment(updatedAt, '')],
    [alertListTexts.id, id],
  ];
  return (
    <div className={css.view}>
      <ShownAlert alert={alert} />
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <FactLine key={name} name={name}>
            {value}
          </FactLine>
        ))}
      </dl>
      <div className={css.buttons}>
        <LinkButton look="primary" href={adminUrls.editAlert(id, tenantId)}>
          {alertListTexts.edit}
        </LinkButton>
        <LinkButton href={adminUrls.replicateAlert(id, tenantId)}>{alertListTexts.replicate}</LinkButton>
        <Button onClick={() => setDeleting([alert])}>{alertListTexts.delete}</Button>
      </div>
      <DeleteAlerts
        alerts={deleting}
        onClose={() => setDeleting([])}
        onDeleted={() => navigate(adminUrls.alerts(tenantId), { replace: true })}
      />
    </div>
  );
}

function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
