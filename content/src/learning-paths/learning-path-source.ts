import type { Status } from '@academy/contract/entities';
import type { Located } from '../fields.ts';
import type { TextSource } from '../text-source.ts';

/** A learning path from its folder: read and checked, not yet rendered. */
export interface LearningPathSource {
  /** `path.json`, or the `_index.md` of a Hugo learning path. */
  file: string;
  id: Located<string>;
  slug: Located<string>;
  title: string;
  status: Status;
  /** Position in lists, ascending; null when the file gives none. */
  order: number | null;
  level: string | null;
  topics: string[];
  steps: { type: 'course' | 'test'; id: string }[];
  description: TextSource | null;
  summary: TextSource | null;
}
