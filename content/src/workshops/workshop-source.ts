import type { LabProof } from '@academy/contract/lab-proof';
import type { BuiltWorkshop } from '../built-item.ts';
import type { LabSources } from '../lab-files/file-sources.ts';
import type { TextSource } from '../text-source.ts';

/** A lab from its folder: read and checked, its texts not yet rendered. */
export interface WorkshopSource {
  /** `metadata.name` of the definition. */
  name: string;
  title: string;
  /** From the definition, with the renderer that its pages were written for. */
  data: Omit<BuiltWorkshop['data'], 'proof'>;
  /** Images by the address that pages may write from the root of the lab: `/workshop/content/images/a.png`. */
  pictures: ReadonlyMap<string, string>;
  tests: BuiltWorkshop['body']['tests'];
  files: BuiltWorkshop['body']['files'];
  /** Its own start-up scripts, by their path in the folder `workshop`. */
  scripts: BuiltWorkshop['body']['files'];
  /** What it brings along from elsewhere. */
  sources: LabSources;
  /** Record of its proof; null: none about exactly these files. */
  proof: LabProof | null;
  solution: BuiltWorkshop['body']['files'];
  /** Variables that it defines itself. */
  values: ReadonlyMap<string, unknown>;
  /** Texts that its classic pages may include, by their path in `content`. */
  texts: ReadonlyMap<string, string>;
  /** In the order of the lab; pages that are not part of it are left out. */
  pages: WorkshopPageSource[];
}

export interface WorkshopPageSource {
  /** Path without extension, `exercises/01-problem`. */
  name: string;
  title: string;
  /** Label of the button to the next page; null: the lab's default. */
  exitSign: string | null;
  file: string;
  /** Null when the file has no text. */
  text: TextSource | null;
}
