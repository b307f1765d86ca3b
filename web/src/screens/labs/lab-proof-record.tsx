import type { ProofStep, ProofSummary } from '@academy/contract/lab-proof';
import { useLabProof } from '../../api/workshops.ts';
import { momentText } from '../../lib/moments.ts';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import css from './lab-proof.module.css';
import { labProofTexts } from './lab-proof-texts.ts';

interface LabProofRecordProps {
  summary: ProofSummary;
  /** Path of the lesson or guide that the lab belongs to. */
  path: string;
  onClose: () => void;
}

/** The record of a lab's proof: when and with what it was run, and each step with its output. */
export function LabProofRecord({ summary, path, onClose }: LabProofRecordProps) {
  const record = useLabProof(path);
  return (
    <Modal open title={labProofTexts.title} onClose={onClose} full>
      <Facts {...summary} />
      {record === undefined && <Spinner label={labProofTexts.loading} />}
      {record === null && <p role="alert">{labProofTexts.notLoaded}</p>}
      {record && <Steps steps={record.steps} />}
    </Modal>
  );
}

function Facts({ provedAt, engine, environment, commit, seconds, tools }: ProofSummary) {
  const facts: [string, string | null][] = [
    [labProofTexts.provedAt, momentText(provedAt)],
    [labProofTexts.ranIn, engine === 'browser' ? labProofTexts.browser : labProofTexts.sandbox],
    [labProofTexts.environment, environment],
    [labProofTexts.commit, commit],
    [labProofTexts.duration, labProofTexts.seconds({ seconds: Math.ceil(seconds) })],
    [labProofTexts.programs, tools.map(({ name, version }) => `${name}: ${version}`).join('\n')],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== '' && (
            <div key={name} className={css.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Steps({ steps }: { steps: readonly ProofStep[] }) {
  const pages = [...Map.groupBy(steps, ({ page }) => page)];
  return pages.map(([page, ofPage]) => (
    <section key={page}>
      <h3 dir="auto">{page}</h3>
      <ol className={css.steps}>
        {ofPage.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of a record never change
          <li key={at}>
            <Step {...step} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Step({ action, title, outcome, seconds, log }: ProofStep) {
  const isCommand = action.startsWith('terminal:execute');
  const name = isCommand ? <code dir="auto">{title}</code> : <span dir="auto">{title}</span>;
  const time = <span className={css.seconds}>{labProofTexts.seconds({ seconds })}</span>;
  if (outcome === 'skipped')
    return (
      <>
        {name} <span className={css.seconds}>{labProofTexts.skipped({ reason: log })}</span>
      </>
    );
  if (log === '')
    return (
      <>
        {name} {time}
      </>
    );
  return (
    <details>
      <summary>
        {name} {time}
      </summary>
      <pre dir="auto">{log}</pre>
    </details>
  );
}
