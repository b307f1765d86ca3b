import { reasonOf } from '../../api/call-error.ts';
import { type Connection, useConnections, useSetConnection } from '../../api/connections.ts';
import { useAreas } from '../../api/people.ts';
import { joined } from '../../i18n/joined.ts';
import { addToast } from '../../lib/toasts.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Moment } from '../../ui/moment.tsx';
import { Switch } from '../../ui/switch.tsx';
import { connectionTexts } from './connection-texts.ts';
import css from './connections.module.css';

/** What else connects an academy with programs of others, each on a screen of its own. */
const OTHERS = [
  { area: 'directories', href: adminUrls.directories },
  { area: 'webhooks', href: adminUrls.webhooks },
  { area: 'tokens', href: adminUrls.tokens },
] as const;

/** The connections of the academy, each with a switch, and where the others are. */
export function Connections() {
  const connections = useConnections();
  const hrefOf = useAdminHref();
  const mine = useAreas();
  return (
    <div className={css.parts}>
      {connections.map((one) => (
        <ConnectionPanel key={one.name} connection={one} />
      ))}
      <section aria-labelledby="others">
        <h2 id="others">{connectionTexts.others}</h2>
        <ul className={css.others}>
          {OTHERS.filter(({ area }) => mine.includes(area)).map(({ area, href }) => (
            <li key={area}>
              <a href={hrefOf(href())}>{connectionTexts[area]}</a>
              <p>{connectionTexts[`${area}Text`]}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function ConnectionPanel({ connection: { name, isOn, address, lastUsedAt } }: { connection: Connection }) {
  const set = useSetConnection();
  const change = (open: boolean) =>
    set(name, open).then(
      () => addToast({ type: 'success', message: open ? connectionTexts.opened : connectionTexts.closed }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <section className={css.connection} aria-labelledby={name}>
      <h2 id={name}>{connectionTexts[name]}</h2>
      <p>{connectionTexts[`${name}Text`]}</p>
      <Switch label={connectionTexts.letIn} checked={isOn} onChange={(open) => void change(open)} />
      <dl>
        <dt>{connectionTexts.address}</dt>
        <dd>
          <code>{address}</code>
        </dd>
        <dt>{connectionTexts.lastUsed}</dt>
        <dd>{lastUsedAt === null ? connectionTexts.never : <Moment at={lastUsedAt} />}</dd>
      </dl>
      <p className={css.note}>{joined(connectionTexts.howTo({ strong: (words) => <strong>{words}</strong> }))}</p>
    </section>
  );
}
