import type { EntitlementTag, Status } from '@academy/contract/entities';
import type { LessonType } from '@academy/contract/lessons';
import type { Located } from '../fields.ts';
import type { TextSource } from '../text-source.ts';

/** A course from its folder: read and checked, not yet rendered. */
export interface CourseSource {
  /** `course.template.json` or `course.json`. */
  file: string;
  id: Located<string>;
  slug: Located<string>;
  title: string;
  status: Status;
  /** Position in the catalogue, ascending; null when the file gives none. */
  order: number | null;
  level: string | null;
  topics: string[];
  isPro: boolean;
  entitlements: EntitlementTag[];
  instructors: string[];
  lab: LabSettings;
  /** Address or path of the card image. */
  thumbnail: Located<string> | null;
  description: TextSource | null;
  summary: TextSource | null;
  conclusion: TextSource | null;
  /** Modules and lessons, flat and in order. */
  lessons: LessonSource[];
}

export interface LabSettings {
  labType: 'educates' | 'externalLab' | null;
  labUrl: string | null;
  /** Name of the lab workshop. */
  workshop: string | null;
}

export interface LessonSource {
  /** `lesson.json` or `module.json`, with its path. */
  file: string;
  /** Folder inside the course. */
  folder: string;
  /** Folder of the module that contains it; null at the top level. */
  moduleFolder: string | null;
  /** A module's id in the file itself; the folder decides, so it must agree. */
  namedParent: Located<string> | null;
  id: Located<string>;
  slug: Located<string>;
  title: string;
  type: LessonType;
  status: Status;
  /** Seconds, as in the file. */
  duration: number;
  /** The lesson's own entitlements; null inherits the course's. */
  ownEntitlements: EntitlementTag[] | null;
  instructors: string[];
  manualCompletion: boolean;
  links: Located<{ text: string; url: string }>[];
  lab: LabSettings;
  video: VideoSettings;
  description: TextSource | null;
  summary: TextSource | null;
  content: TextSource | null;
  preview: TextSource | null;
  transcript: TextSource | null;
}

export interface VideoSettings {
  brightcove: string | null;
  vimeo: string | null;
  youtube: string | null;
  /** A video file in the lesson's own folder. */
  file: Located<string> | null;
  autocomplete: boolean;
}
