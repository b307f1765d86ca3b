import { type LessonType, LessonTypeSchema } from '@academy/contract/lessons';
import * as v from 'valibot';
import { type Fields, type Located, readFields } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';
import { readBody } from '../item-text.ts';
import { readText } from '../read-text.ts';
import type { SourceFiles } from '../source-files.ts';
import { shortened } from '../text-source.ts';
import { readEntitlements, readInstructors, readNames } from '../values.ts';
import type { LessonSource } from './course-source.ts';
import { readLab } from './read-lab.ts';
import { readVideo } from './read-video.ts';
import type { LessonPlace } from './walk-course.ts';

/** Reads one lesson or module; null when its JSON cannot be read (a fatal finding says so). */
export function readLesson(files: SourceFiles, place: LessonPlace, findings: FindingList): LessonSource | null {
  const { folder } = place;
  const file = `${folder}/${place.kind}.json`;
  // Only the course's own template contains variables; here `${...}` is text, as in code samples.
  const fields = readFields(files, file, {}, findings, 'lesson');
  if (fields === null) return null;
  const settings = fields.object('settings');
  const type = place.kind === 'module' ? 'module' : readType(fields, findings);
  const body = { needed: type === 'article' || type === 'knowledge-check', what: `a lesson of type "${type}"` };
  return {
    file,
    folder,
    moduleFolder: place.moduleFolder,
    namedParent: readNamedParent(fields),
    ...readNames(fields, findings),
    type,
    duration: type === 'module' ? 0 : (fields.integer('duration') ?? 0),
    ownEntitlements: place.kind === 'module' ? null : readEntitlements(fields, findings),
    instructors: readInstructors(fields, findings) ?? [],
    manualCompletion: settings?.boolean('manualCompletion') ?? false,
    links: readLinks(settings),
    lab: readLab(settings, findings),
    video: readVideo(settings),
    description: readText(files, `${folder}/description.md`, findings),
    summary: readText(files, `${folder}/summary.md`, findings),
    // Left-over texts of labs are never shown in place of the lab: real ones say "coming soon".
    content: type === 'lab' || type === 'module' ? null : readBody(files, `${folder}/content.md`, body, findings),
    preview: readText(files, `${folder}/preview.md`, findings),
    transcript: readText(files, `${folder}/transcript.md`, findings),
  };
}

function readType(fields: Fields, findings: FindingList): LessonType {
  const value = fields.string('type')?.toLowerCase() ?? '';
  if (value !== 'module' && v.is(LessonTypeSchema, value)) return value;
  const message = `type "${shortened(value, 40)}" is unknown; write article, video, lab or knowledge-check. The lesson shows its texts only`;
  findings.error('type-unknown', fields.file, fields.lineOf('type'), message);
  return 'other';
}

function readNamedParent(fields: Fields): Located<string> | null {
  for (const name of ['parentId', 'parent', 'moduleId', 'module']) {
    const value = fields.has(name) ? fields.string(name) : null;
    if (value !== null && value !== '') return { value, line: fields.lineOf(name) };
  }
  return null;
}

function readLinks(settings: Fields | null): LessonSource['links'] {
  return (settings?.objects('links') ?? []).map((link) => ({
    line: link.lineOf('url'),
    value: { text: link.string('text') ?? '', url: link.string('url') ?? '' },
  }));
}
