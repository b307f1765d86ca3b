import type { EntitlementTag, Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import type { LessonType, Video } from '@academy/contract/lessons';
import type { Asset } from './assets.ts';

/*
 * What a build gives: values that the server stores as they are (they pass through structured clone and JSON). Texts are
 * plain unless they say HTML; HTML is sanitised and complete.
 */

interface BuiltCommon {
  id: string;
  slug: string;
  title: string;
  status: Status;
  /** Place in lists, ascending. */
  sortOrder: number;
}

export interface BuiltCourse extends BuiltCommon {
  kind: 'course';
  data: {
    description: string;
    /** HTML. */
    summary: string;
    topics: string[];
    level: string | null;
    isPro: boolean;
    entitlements: EntitlementTag[];
    /** Ids; some may have no profile. */
    instructors: string[];
    labType: 'educates' | 'externalLab' | null;
    labUrl: string | null;
    /** Address of a picture of ours. */
    thumbnail: string | null;
    /** HTML; null: the academy's own text. */
    conclusion: string | null;
  };
  /** Flat and in order, modules included. */
  lessons: BuiltLesson[];
}

export interface BuiltLesson {
  lessonId: string;
  slug: string;
  type: LessonType;
  title: string;
  status: Status;
  /** 10, 20, 30 ... over the flattened tree. */
  orderColumn: number;
  /** lessonId of the module it lies in. */
  parentId: string | null;
  /** True when its own and its module's status are live. */
  listed: boolean;
  /** Inheritance done. */
  entitlements: EntitlementTag[];
  /** What lists show to everybody. */
  data: {
    /** Seconds; a module has the sum of its live lessons. */
    duration: number;
    description: string;
    /** HTML. */
    summary: string;
    instructors: string[];
    manualCompletion: boolean;
  };
  /** What only an entitled viewer gets. */
  body: {
    /** HTML. */
    html: string | null;
    headings: { id: string; text: string }[];
    video: Video | null;
    /** HTML. */
    transcript: string | null;
    links: { text: string; url: string }[];
    readingMinutes: number;
    /** HTML beside the button that starts the lab. */
    preview: string | null;
    lab: { labType: 'educates' | 'externalLab'; workshop: string | null; labUrl: string | null } | null;
  };
}

export interface BuiltInstructor extends BuiltCommon {
  kind: 'instructor';
  data: {
    /** Address of a picture of ours. */
    avatar: string | null;
    credentials: string;
    description: string;
    /** HTML. */
    bio: string;
    github: string | null;
    linkedin: string | null;
    twitter: string | null;
    website: string | null;
  };
}

export type BuiltItem = BuiltCourse | BuiltInstructor;

/** The outcome of a build. A refused item has at least one fatal finding and nothing to store. */
export type BuildResult =
  | { refused: false; item: BuiltItem; assets: Asset[]; findings: Finding[]; sourceHash: string }
  | { refused: true; findings: Finding[]; sourceHash: string };
