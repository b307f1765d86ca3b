import type { BuiltWorkshop } from '../built-item.ts';
import type { TextSource } from '../text-source.ts';

/** A lab as it stands in its folder: read and checked, its texts not yet rendered. */
export interface WorkshopSource {
  /** `metadata.name` of the definition. */
  name: string;
  title: string;
  /** From the definition, and which renderer its pages were written for. */
  data: BuiltWorkshop['data'];
  /** Pictures by the address that pages may write from the root of the lab: `/workshop/content/images/a.png`. */
  pictures: ReadonlyMap<string, string>;
  tests: BuiltWorkshop['body']['tests'];
  files: BuiltWorkshop['body']['files'];
  /** In the order of the lab; those that are not part of it are left out. */
  pages: WorkshopPageSource[];
}

export interface WorkshopPageSource {
  /** Path without extension, `exercises/01-problem`. */
  name: string;
  title: string;
  /** Text of the button that leads on; null: the lab's usual one. */
  exitSign: string | null;
  file: string;
  /** Null when the file holds no text. */
  text: TextSource | null;
}
