import type { EntitlementTag, Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import type { GuideType } from '@academy/contract/guides';
import type { Language } from '@academy/contract/i18n/languages';
import type { QuestionType } from '@academy/contract/knowledge-checks';
import type { LabPack } from '@academy/contract/lab-files';
import type { LabProof, ProofSummary } from '@academy/contract/lab-proof';
import type { LessonType, Video } from '@academy/contract/lessons';
import type { ContentKind } from '@academy/contract/publishing';
import type { AnswersShown } from '@academy/contract/rules/attempt-rules';
import type { Asset } from './assets.ts';
import type { FoundLink } from './found-links.ts';

/*
 * The results of a build: values that the server stores as they are (they survive structured clone and JSON). Texts are
 * plain unless marked as HTML; HTML is sanitised and complete.
 */

interface BuiltCommon {
  id: string;
  slug: string;
  title: string;
  status: Status;
  /** Position in lists, ascending. */
  sortOrder: number;
  /** Its search index, one entry per address that a reader can open. */
  search: SearchEntry[];
  /** Its texts in other languages; what is missing in one is the original's. */
  translations?: Partial<Record<Language, ItemTranslation>>;
}

/** An item's texts in another language; ids, order, status and rights are the original's. */
export interface ItemTranslation {
  title: string;
  /** As the original's, in the shape of its kind. */
  data: object;
  /** As the original's; `{}` for kinds without one. */
  body: object;
  /** Language of the main text: the original's where only the rest is translated. */
  language: Language;
  /** By lessonId: the translated lessons of a course. */
  lessons: Readonly<Record<string, LessonTranslation>>;
  /** The entries with other words than the original's. */
  search: SearchEntry[];
}

export interface LessonTranslation extends Pick<BuiltLesson, 'title' | 'data' | 'body' | 'knowledgeCheck'> {
  /** Language of the main text, or of the questions. */
  language: Language;
}

/** One address that search can find. */
export interface SearchEntry {
  kind: Extract<ContentKind, 'course' | 'guide' | 'path' | 'page' | 'instructor'> | 'lesson';
  /** Id of the item or lesson. */
  id: string;
  /** Path on the site. */
  path: string;
  title: string;
  /** Plain text: all headings. */
  headings: string;
  /** Plain text: description and summary, public. */
  summary: string;
  /** Plain text: body and transcript. */
  text: string;
  /** Entitlements needed to see headings and text; title and summary are public. */
  entitlements: EntitlementTag[];
  /** False: it can be opened by address but is not found. */
  listed: boolean;
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
    /** Address of our own copy of the image. */
    thumbnail: string | null;
    /** HTML; null: the academy's default text. */
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
  /** lessonId of the module that contains it. */
  parentId: string | null;
  /** True when its own and its module's status are live. */
  listed: boolean;
  /** Effective ones, inherited ones included. */
  entitlements: EntitlementTag[];
  /** Public fields for lists. */
  data: {
    /** Seconds; for a module the sum of its live lessons. */
    duration: number;
    description: string;
    /** HTML. */
    summary: string;
    instructors: string[];
    manualCompletion: boolean;
  };
  /** Fields for entitled viewers only. */
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
    lab: LabPlace | null;
  };
  /** Separate from the body, because it contains the answers. */
  knowledgeCheck: BuiltKnowledgeCheck | null;
}

/** Location of a lab: a workshop by name, or another platform. */
export interface LabPlace {
  labType: 'educates' | 'externalLab';
  workshop: string | null;
  labUrl: string | null;
}

/** A knowledge check with its answers. HTML is sanitised. */
export interface BuiltKnowledgeCheck {
  intro: string;
  /** Shown below the result. */
  closing: string;
  /** Number of questions in an attempt. */
  asked: number;
  /** Percent needed to pass, 0 to 100; null: one right answer is enough. */
  passingGrade: number | null;
  /** Inline HTML. */
  passMessage: string;
  /** Inline HTML. */
  failMessage: string;
  shuffleQuestions: boolean;
  /** False where a learner has one attempt. */
  enableRetry: boolean;
  /** Absent: as editions before knew it, `enableRetry` alone says. */
  attempts?: number | null;
  /** Seconds; null: none. */
  timeLimit?: number | null;
  /** Seconds between a failed attempt and the next one. */
  pause?: number;
  showAnswers?: AnswersShown;
  questions: BuiltQuestion[];
}

export interface BuiltQuestion {
  /** Stays the same as long as the question's text does. */
  questionKey: string;
  /** Inline HTML. */
  question: string;
  description: string;
  hint: string | null;
  /** Shown with the result. */
  explanation: string | null;
  type: QuestionType;
  shuffleAnswers: boolean;
  options: { optionKey: string; html: string; comment: string | null; isCorrect: boolean }[];
}

export interface BuiltInstructor extends BuiltCommon {
  kind: 'instructor';
  data: {
    /** Address of our own copy of the image. */
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

export interface BuiltGuide extends BuiltCommon {
  kind: 'guide';
  data: {
    /** Plain text. */
    description: string;
    /** HTML. */
    summary: string;
    type: GuideType;
    topics: string[];
    level: string | null;
    /** Seconds. */
    duration: number;
    entitlements: EntitlementTag[];
    /** Ids; some may have no profile. */
    instructors: string[];
    readingMinutes: number;
  };
  /** Fields for entitled viewers only. */
  body: Omit<BuiltLesson['body'], 'readingMinutes' | 'links'>;
}

export interface BuiltLearningPath extends BuiltCommon {
  kind: 'path';
  data: {
    /** Plain text. */
    description: string;
    /** HTML. */
    summary: string;
    level: string | null;
    topics: string[];
    steps: { type: 'course' | 'test'; id: string }[];
  };
}

/** An external exam at the end of a path. */
export interface BuiltTest extends BuiltCommon {
  kind: 'test';
  data: {
    description: string;
    summary: string;
    entitlements: EntitlementTag[];
    /** Id of the course of knowledge checks in which it is taken; null: it takes place elsewhere. */
    course: string | null;
  };
}

export interface BuiltContentPage extends BuiltCommon {
  kind: 'page';
  data: { description: string; redirect: string | null };
  body: { html: string; headings: { id: string; text: string }[] };
}

/** Display names of topics. Its id and slug are `<tenant>-tags`. */
export interface BuiltTags extends BuiltCommon {
  kind: 'tags';
  data: { tags: { slug: string; name: string; type: string }[] };
}

/** A lab as the lab engines need it. Its id and slug are the workshop's name. */
export interface BuiltWorkshop extends BuiltCommon {
  kind: 'workshop';
  data: {
    layout: 'classic' | 'hugo';
    description: string;
    /** Seconds; null when the definition names none. */
    duration: number | null;
    difficulty: string | null;
    terminalLayout: string;
    /** `terminal`, `editor`, `docker`, `examiner`, `console` ... */
    applications: string[];
    dashboards: { name: string; url: string | null }[];
    /** Ports of the learner's own application. */
    ingresses: { name: string; port: number }[];
    env: { name: string; value: string }[];
    /** Data that a session needs from the academy: USER_EMAIL ... */
    parameters: { name: string; value: string }[];
    /** For example `2Gi`; null when the definition names none. */
    memory: string | null;
    /** Image of the session; null: the platform's own. */
    image: string | null;
    /** Our own name of where it runs; null when the definition names none. Missing in what older editions stored. */
    environment?: string | null;
    /** Sources of the session's files: image or repository addresses. */
    files: string[];
    /** Absent: it was not proved. */
    proof?: ProofSummary;
  };
  body: {
    pages: BuiltWorkshopPage[];
    /** Scripts with which the examiner checks a learner's work, by the name that actions use. */
    tests: { name: string; script: string }[];
    /** Initial files of the learner's folder: `exercises/pom.xml`. */
    files: { path: string; text: string }[];
    /** What it brings along from elsewhere; absent: nothing. */
    packs?: LabPack[];
    /** True: its definition names files that were not fetched. */
    lacksFiles?: boolean;
    /** Its own start-up scripts, by their path in the folder `workshop`; absent: none. */
    scripts?: { path: string; text: string }[];
    /** Record of its proof; absent: it was not proved. */
    proof?: LabProof;
    /** The same files as the author would leave them, by the learner's paths. Labs of earlier editions have none. */
    solution?: { path: string; text: string }[];
  };
}

export interface BuiltWorkshopPage {
  /** Path without extension, `exercises/01-problem`. */
  name: string;
  title: string;
  /** HTML; in the place of action 3 stands `<div data-action="3">` around a readable form of it. */
  html: string;
  headings: { id: string; text: string }[];
  exitSign: string | null;
  actions: WorkshopAction[];
  words: number;
}

/** One clickable action of a lab page. */
export interface WorkshopAction {
  /** `terminal:execute`, `editor:open-file` ...; short forms are expanded. */
  name: string;
  /** False: none of our engines supports it, so it is shown as code. */
  known: boolean;
  /** Its settings: command, file, text, session, title, description, autostart, cascade, hidden ... */
  settings: Record<string, unknown>;
  /** Line in the page's file. */
  line: number;
}

export type BuiltItem =
  | BuiltCourse
  | BuiltInstructor
  | BuiltGuide
  | BuiltLearningPath
  | BuiltTest
  | BuiltContentPage
  | BuiltTags
  | BuiltWorkshop;

/** The result of a build. A refused item has at least one fatal finding and nothing to store. */
export type BuildResult =
  | {
      refused: false;
      item: BuiltItem;
      assets: Asset[];
      findings: Finding[];
      /** Links in its texts, for checks across items and of other hosts on the author's machine. */
      links: FoundLink[];
      sourceHash: string;
    }
  | { refused: true; findings: Finding[]; sourceHash: string };
