import type { EntitlementTag, Status } from '@academy/contract/entities';
import type { GuideType } from '@academy/contract/guides';
import type { LabSettings, VideoSettings } from '../courses/course-source.ts';
import type { Located } from '../fields.ts';
import type { TextSource } from '../text-source.ts';

/** A guide from its folder or file: read and checked, not yet rendered. */
export interface GuideSource {
  /** `guide.json`, or the Markdown file of a Hugo site. */
  file: string;
  id: Located<string>;
  slug: Located<string>;
  title: string;
  status: Status;
  type: GuideType;
  topics: string[];
  level: string | null;
  /** Seconds; 0 when the author gives none. */
  duration: number;
  entitlements: EntitlementTag[];
  /** Ids; some may have no profile. */
  instructors: string[];
  lab: LabSettings;
  video: VideoSettings;
  description: TextSource | null;
  summary: TextSource | null;
  content: TextSource | null;
  preview: TextSource | null;
  transcript: TextSource | null;
}
