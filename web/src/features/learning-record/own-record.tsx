import { type LearningRecord, RECORD_FORMATS } from '@academy/contract/learning-record';
import { formatDuration } from '@academy/contract/rules/duration';
import { recordTexts } from '@academy/contract/rules/learning-record-texts';
import type { ReactNode } from 'react';
import { download } from '../../api/download.ts';
import { exportLearningRecord, useLearningRecord } from '../../api/learning-record.ts';
import { momentText, utcDayText } from '../../lib/moments.ts';
import { urls } from '../../navigation/urls.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import css from './learning-record.module.css';
import { ownRecordTexts } from './learning-record-texts.ts';

/** A person's own record, shown and as a file. */
export function OwnRecord() {
  const { data, isError, refetch } = useLearningRecord();
  if (data === undefined && !isError) return null;
  return (
    <section className={`page ${css.screen}`} aria-labelledby="record">
      <header className={css.head}>
        <h2 id="record">{recordTexts.title}</h2>
        <p>{ownRecordTexts.intro}</p>
      </header>
      {data === undefined ? (
        <div role="alert">
          <p>{ownRecordTexts.failed}</p>
          <Button onClick={() => void refetch()}>{ownRecordTexts.tryAgain}</Button>
        </div>
      ) : (
        <>
          <div className={css.tools}>
            {RECORD_FORMATS.map((format) => (
              <DownloadButton
                key={format}
                text={ownRecordTexts.format({ format })}
                label={ownRecordTexts.download({ format })}
                onDownload={() => download(exportLearningRecord, { format })}
              />
            ))}
          </div>
          <Parts record={data} />
          <p className={css.muted}>
            {recordTexts.timeMeans} {ownRecordTexts.made({ moment: momentText(data.madeAt) })}
          </p>
        </>
      )}
    </section>
  );
}

function Parts({ record: { courses, checks, certificates } }: { record: LearningRecord }) {
  return (
    <>
      <Part
        title={recordTexts.courses}
        head={[recordTexts.course, recordTexts.state, recordTexts.time]}
        whenEmpty={recordTexts.noCourse}
        rows={courses.map(({ courseId, title, completedAt, beganAt, lessonsDone: done, lessons, seconds }) => ({
          key: courseId,
          cells: [
            title,
            completedAt === null
              ? recordTexts.begun({ done, lessons, day: utcDayText(beganAt) })
              : recordTexts.completed({ day: utcDayText(completedAt) }),
            formatDuration(seconds) || '–',
          ],
        }))}
      />
      <Part
        title={recordTexts.checks}
        head={[recordTexts.check, recordTexts.result, recordTexts.attempts]}
        whenEmpty={recordTexts.noCheck}
        rows={checks.map(({ lessonId, title, bestResult, passed, attempts }) => ({
          key: lessonId,
          cells: [title, (passed ? recordTexts.passed : recordTexts.notPassed)({ percent: bestResult ?? 0 }), attempts],
        }))}
      />
      <Part
        title={recordTexts.certificates}
        head={[recordTexts.certificate, recordTexts.issued, recordTexts.state]}
        whenEmpty={recordTexts.noCertificate}
        rows={certificates.map(({ certificateId, title, issuedAt, isRevoked }) => ({
          key: certificateId,
          cells: [
            <a key="link" href={urls.certificate(certificateId)}>
              {title}
            </a>,
            utcDayText(issuedAt),
            isRevoked ? recordTexts.revoked : '–',
          ],
        }))}
      />
    </>
  );
}

interface PartProps {
  title: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  whenEmpty: string;
}

function Part({ title, head, rows, whenEmpty }: PartProps) {
  return (
    <section className={css.part}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p>{whenEmpty}</p>
      ) : (
        <div className={css.scroll}>
          <table aria-label={title}>
            <thead>
              <tr>
                {head.map((text) => (
                  <th key={text} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, place) => (
                    <td key={head[place]} dir={place === 0 ? 'auto' : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
