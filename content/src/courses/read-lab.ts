import type { Fields } from '../fields.ts';
import { LAB_TYPES } from '../file-tables/field-rows.ts';
import type { FindingList } from '../finding-list.ts';
import { httpsUrl } from '../links.ts';
import type { LabSettings } from './course-source.ts';

const PLACEHOLDER = /\{(?:userId|lessonId|email)\}/g;

/**
 * Lab settings of a course or lesson: `educates` when a workshop is named, `externalLab`
 * when an https address is given.
 */
export function readLab(settings: Fields | null, findings: FindingList): LabSettings {
  const workshop = settings?.string('educates') || null;
  const labUrl = settings === null ? null : readLabUrl(settings, findings);
  const named = settings?.string('labType') ?? null;
  const labTypeNamed = LAB_TYPES.find((one) => one === named) ?? null;
  if (settings !== null && named !== null && labTypeNamed === null) {
    const message = `labType "${named.slice(0, 40)}" is unknown; write ${LAB_TYPES.join(' or ')}`;
    findings.error('lab-type-unknown', settings.file, settings.lineOf('labType'), message);
  }
  const labType =
    labTypeNamed !== null ? labTypeNamed : workshop !== null ? 'educates' : labUrl !== null ? 'externalLab' : null;
  return { labType, labUrl, workshop };
}

function readLabUrl(settings: Fields, findings: FindingList): string | null {
  const text = settings.string('labUrl');
  if (text === null || text === '') return null;
  // Placeholders are validated as letters, then kept as written: URL parsing would escape their braces.
  const valid = httpsUrl(text.replace(PLACEHOLDER, 'x')) !== null && text.startsWith('https://');
  if (valid && !/[\s{}<>"'\\]/.test(text.replace(PLACEHOLDER, ''))) return text;
  const message = 'labUrl must be an https address; it may hold {userId}, {lessonId} and {email}';
  findings.error('lab-url', settings.file, settings.lineOf('labUrl'), message);
  return null;
}
