import type { Health, HealthState } from '@academy/contract/health';
import { CircleCheck, CircleHelp, type LucideIcon, OctagonX, RefreshCw, TriangleAlert } from 'lucide-react';
import { useHealth } from '../../api/health.ts';
import { momentText } from '../../lib/moments.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type HealthLine, healthLines } from './health-lines.ts';
import css from './health-report.module.css';
import { healthTexts } from './health-texts.ts';

const ICONS: Readonly<Record<HealthState, LucideIcon>> = {
  well: CircleCheck,
  warning: TriangleAlert,
  wrong: OctagonX,
  unknown: CircleHelp,
};

/** The state of everything that is watched, what is wrong first. */
export function HealthReport() {
  const { data, error, refetch, isFetching } = useHealth();
  if (data === undefined && error === null) return <Spinner label={healthTexts.loading} />;
  const again = () => void refetch();
  return (
    <div className={css.report}>
      {error !== null && (
        <div role="alert" className={css.failure}>
          <p>{healthTexts.notLoaded({ message: error.message })}</p>
          <Button onClick={again}>{healthTexts.tryAgain}</Button>
        </div>
      )}
      {data !== undefined && <Known health={data} onRefresh={again} isRefreshing={isFetching} />}
    </div>
  );
}

interface KnownProps {
  health: Health;
  onRefresh: () => void;
  isRefreshing: boolean;
}

function Known({ health, onRefresh, isRefreshing }: KnownProps) {
  const lines = healthLines(health);
  const worst = lines.find(({ state }) => state !== 'unknown')?.state ?? 'well';
  const todos = lines.filter(({ state }) => state === 'wrong' || state === 'warning');
  const rest = lines.filter((line) => !todos.includes(line));
  const Icon = ICONS[worst];
  return (
    <>
      <div className={css.summary} data-state={worst}>
        <Icon aria-hidden="true" />
        {/* Read aloud when it changes, and not each time that the page updates. */}
        <p role="status">{summaryOf(lines)}</p>
        <p className={css.time}>{healthTexts.readAt({ time: momentText(health.at, { withSeconds: true }) })}</p>
        <Button onClick={onRefresh} aria-disabled={isRefreshing}>
          <RefreshCw aria-hidden="true" />
          {healthTexts.refresh}
        </Button>
      </div>
      {todos.length > 0 && <Lines id="health-problems" title={healthTexts.problems} lines={todos} />}
      <Lines id="health-rest" title={todos.length > 0 ? healthTexts.rest : healthTexts.all} lines={rest} />
    </>
  );
}

function summaryOf(lines: readonly HealthLine[]): string {
  const countOf = (wanted: HealthState) => lines.filter(({ state }) => state === wanted).length;
  const [wrong, attention] = [countOf('wrong'), countOf('warning')];
  const sentences = [
    ...(wrong > 0 ? [healthTexts.wrongCount({ count: wrong })] : []),
    ...(attention > 0 ? [healthTexts.attentionCount({ count: attention })] : []),
  ];
  return sentences.length === 0 ? healthTexts.allWell : sentences.join(' ');
}

function Lines({ id, title, lines }: { id: string; title: string; lines: readonly HealthLine[] }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={css.lines}>
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line: { name, state, says, todo, link, details } }: { line: HealthLine }) {
  const hrefOf = useAdminHref();
  const Icon = ICONS[state];
  return (
    <li data-state={state}>
      <p className={css.state}>
        <Icon aria-hidden="true" />
        {healthTexts[state]}
      </p>
      <h3>{healthTexts[name]}</h3>
      <div className={css.words}>
        {todo !== null && <p className={css.todo}>{todo}</p>}
        <p>{says}</p>
        {link !== null && <a href={hrefOf(link.href)}>{link.title}</a>}
        {details.length > 0 && (
          <details>
            <summary>{healthTexts.details}</summary>
            <dl>
              {details.map(([title, text]) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}
