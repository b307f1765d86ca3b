import { EntitlementTagSchema, StatusSchema } from '@academy/contract/entities';

/** Type of a field: each has one accessor of `Fields`. */
export type FieldKind = 'text' | 'flag' | 'count' | 'digits' | 'texts' | 'object' | 'objects';

/** One field of a JSON file of content, for readers and for the reference. */
export interface FieldRow {
  /** `settings.links[].url`: `[]` stands for the entries of a list. */
  name: string;
  kind: FieldKind;
  /** The allowed values, where not every value of the type is. */
  values?: readonly string[];
  /** Without it the item is refused, or a finding is reported. */
  isRequired?: true;
  /** The JSON value that an absent field stands for; left out where there is none. */
  default?: string;
  /** A translation of the file (`course.de.json`) may hold it, too. */
  isTranslatable?: true;
  /** Nothing reads it: files of the older academies contain it, and it does no harm. */
  isIgnored?: true;
  /** One sentence for authors. */
  about: string;
}

export const LAB_TYPES = ['educates', 'externalLab'] as const;
export const STEP_TYPES = ['course', 'test'] as const;

const SETTINGS: FieldRow = { name: 'settings', kind: 'object', about: 'Holds the fields that begin with `settings.`.' };

/** Fields of every file but `tags.json`. */
export const names = (title = 'title'): readonly FieldRow[] => [
  {
    name: 'id',
    kind: 'text',
    isRequired: true,
    about: 'Identifies it for good: progress and favorites hang on it. Begins with the academy and a dash.',
  },
  { name: 'slug', kind: 'text', isRequired: true, about: 'Its part of the address. Another slug is another address.' },
  {
    name: title,
    kind: 'text',
    isRequired: true,
    isTranslatable: true,
    about: 'What readers see. Where it is missing, the slug stands in.',
  },
  {
    name: 'status',
    kind: 'text',
    values: StatusSchema.options,
    isRequired: true,
    default: '"live"',
    about: '`unlisted`: reachable by its address only. `draft`: nobody can open it.',
  },
  SETTINGS,
];

export const ENTITLEMENTS: FieldRow = {
  name: 'entitlements',
  kind: 'texts',
  values: EntitlementTagSchema.options,
  default: '[]',
  about: '`["auth"]`: readers log in first. `["pro"]`: Pro members only. Empty: everybody.',
};

export const LEVEL: FieldRow = {
  name: 'level',
  kind: 'text',
  about:
    'How much readers should know: `beginner`, `intermediate` or `advanced`; another word makes another filter, and `validate` warns.',
};
export const TOPICS: FieldRow = {
  name: 'topics',
  kind: 'texts',
  default: '[]',
  about: 'Slugs of topics; `tags.json` gives them names.',
};
export const INSTRUCTORS: FieldRow = {
  name: 'instructors',
  kind: 'texts',
  default: '[]',
  about: 'Ids of instructors.',
};
export const ORDER: FieldRow = {
  name: 'order',
  kind: 'count',
  about: 'Place in lists, the lowest first; without it after all that have one.',
};
export const DURATION: FieldRow = {
  name: 'duration',
  kind: 'count',
  default: '0',
  about: 'Seconds that it takes; 0 shows none.',
};
export const MANUAL_COMPLETION: FieldRow = {
  name: 'settings.manualCompletion',
  kind: 'flag',
  default: 'false',
  about: 'Handed to programs that read the lesson; readers can mark every lesson as complete.',
};

/** A field of the older academies' files. */
export const ignored = (name: string, kind: FieldKind): FieldRow => ({
  name,
  kind,
  isIgnored: true,
  about: 'Accepted and ignored.',
});

export const LAB: readonly FieldRow[] = [
  { name: 'settings.educates', kind: 'text', about: 'Name of the workshop that the lab opens.' },
  {
    name: 'settings.labType',
    kind: 'text',
    values: LAB_TYPES,
    about: 'What runs the lab. Without it `educates` with a workshop, `externalLab` with an address.',
  },
  {
    name: 'settings.labUrl',
    kind: 'text',
    about:
      'The https address of a lab on another platform. It may hold `{userId}`, `{lessonId}` and, where an administrator allows it, `{email}`.',
  },
];

export const VIDEO: readonly FieldRow[] = [
  {
    name: 'settings.video',
    kind: 'text',
    about: 'Name of an MP4 file in the folder. Captions are the `.vtt` files beside it: `captions.en.vtt`.',
  },
  { name: 'settings.youtube', kind: 'text', about: 'Id of a video at YouTube.' },
  { name: 'settings.vimeo', kind: 'digits', about: 'Id of a video at Vimeo.' },
  { name: 'settings.brightcove', kind: 'digits', about: 'Id of a video at Brightcove.' },
  {
    name: 'settings.vimeoAutocomplete',
    kind: 'flag',
    default: 'false',
    about: 'The lesson is complete when the video was watched.',
  },
  {
    name: 'settings.brightcoveAutocomplete',
    kind: 'flag',
    default: 'false',
    about: 'The same, for a video at Brightcove.',
  },
];
