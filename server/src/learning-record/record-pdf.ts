import { currentLocale } from '@academy/contract/i18n/languages';
import type { LearningRecord } from '@academy/contract/learning-record';
import { formatDuration } from '@academy/contract/rules/duration';
import { recordTexts } from '@academy/contract/rules/learning-record-texts';
import type { Tenant } from '@academy/contract/tenants';
import PDFDocument from 'pdfkit';
import { academyNameOf, utcDay } from '../mail/templates/layout.ts';
import { pdfTexts } from './record-texts.ts';

/** Noto Sans has Latin, Greek, Cyrillic and Devanagari letters. */
const FONT = fileOf('400Regular/NotoSans_400Regular.ttf');
const BOLD = fileOf('700Bold/NotoSans_700Bold.ttf');

function fileOf(name: string): string {
  return new URL(import.meta.resolve(`@expo-google-fonts/noto-sans/${name}`)).pathname;
}

const MARGIN = 56;

/**
 * A learning record as a PDF with tags, in the current language, as PDF/UA wants it: structure, language, title and
 * embedded fonts.
 */
export function recordPdf(tenant: Tenant, record: LearningRecord): AsyncIterable<Uint8Array> {
  const options = {
    ...{ size: 'A4', margin: MARGIN, pdfVersion: '1.7', subset: 'PDF/UA', tagged: true, font: FONT },
    ...{ lang: currentLocale(), displayTitle: true },
    info: { Title: `${recordTexts.title}: ${record.name}`, Author: academyNameOf(tenant) },
  };
  // The types do not know this subset yet.
  const doc = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const add = (tag: string, write: () => void) => root.add(doc.struct(tag, {}, write));

  add('H1', () => doc.font(BOLD).fontSize(22).text(recordTexts.title));
  add('P', () =>
    doc
      .font(FONT)
      .fontSize(12)
      .text(pdfTexts.of({ name: record.name, academy: academyNameOf(tenant) })),
  );
  add('P', () => doc.text(pdfTexts.made({ day: utcDay(Date.parse(record.madeAt)) })));
  for (const { heading, head, rows, whenEmpty } of partsOf(record)) {
    add('H2', () => doc.moveDown().font(BOLD).fontSize(15).text(heading));
    if (rows.length === 0) {
      add('P', () => doc.font(FONT).fontSize(10).text(whenEmpty));
      continue;
    }
    doc.font(FONT).fontSize(10).moveDown(0.5);
    const table = {
      structParent: root,
      columnStyles: ['*', '*', 90],
      defaultStyle: { border: 0.5, borderColor: '#767676', padding: 4 },
      data: [
        head.map((text) => ({ text, type: 'TH' as const, font: { src: BOLD, size: 10 } })),
        ...rows.map((row) => row.map((text) => ({ text }))),
      ],
    };
    doc.table(table as PDFKit.Mixins.TableOptionsWithData);
  }
  add('P', () => doc.moveDown().font(FONT).fontSize(9).text(recordTexts.timeMeans));
  root.end();
  doc.end();
  return doc as unknown as AsyncIterable<Uint8Array>;
}

interface Part {
  heading: string;
  head: readonly [string, string, string];
  rows: readonly (readonly [string, string, string])[];
  whenEmpty: string;
}

const dayOf = (at: string): string => utcDay(Date.parse(at));

function partsOf({ courses, checks, certificates }: LearningRecord): Part[] {
  return [
    {
      heading: recordTexts.courses,
      head: [recordTexts.course, recordTexts.state, recordTexts.time],
      rows: courses.map(({ title, completedAt, beganAt, lessonsDone: done, lessons, seconds }) => [
        title,
        completedAt === null
          ? recordTexts.begun({ done, lessons, day: dayOf(beganAt) })
          : recordTexts.completed({ day: dayOf(completedAt) }),
        formatDuration(seconds) || '–',
      ]),
      whenEmpty: recordTexts.noCourse,
    },
    {
      heading: recordTexts.checks,
      head: [recordTexts.check, recordTexts.result, recordTexts.attempts],
      rows: checks.map(({ title, bestResult, passed, attempts }) => [
        title,
        (passed ? recordTexts.passed : recordTexts.notPassed)({ percent: bestResult ?? 0 }),
        String(attempts),
      ]),
      whenEmpty: recordTexts.noCheck,
    },
    {
      heading: recordTexts.certificates,
      head: [recordTexts.certificate, recordTexts.issued, recordTexts.state],
      rows: certificates.map(({ title, issuedAt, isRevoked }) => [
        title,
        dayOf(issuedAt),
        isRevoked ? recordTexts.revoked : '–',
      ]),
      whenEmpty: recordTexts.noCertificate,
    },
  ];
}
