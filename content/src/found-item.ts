import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';

/** An item in a folder tree. */
export interface FoundItem {
  kind: ContentKind;
  /** Folder of the item. */
  root: string;
  /** Name of its own file in that folder, or in `parts`. */
  file: string;
  /** Its files where they are not simply those of its folder: the name inside the item, and the path on disk. */
  parts?: readonly { file: string; from: string }[];
  /** Source of the id where no file contains it: `<tenant>-<slug>`, or the id itself. */
  identity?: { slug: string } | { id: string };
  /** The site around it. */
  site?: Site;
  /** The items in the academy's own format that were found together with it, itself included. */
  beside?: readonly FoundItem[];
  /** Ids of the items that refer to it: it belongs to their academy when nothing else says where it belongs. */
  usedBy?: readonly string[];
  /** Findings about files that could not be included. */
  findings?: readonly Finding[];
}

/** The site that an item belongs to, as far as its texts refer to it. */
export interface Site {
  /** Addresses as texts write them, and their paths on our site. */
  links: ReadonlyMap<string, string>;
  /** Addresses of images as texts write them, and the file of the item. */
  pictures: ReadonlyMap<string, string>;
  /** Names of authors, and the slugs of their profiles; an author's id is `<tenant>-<slug>`. */
  people: ReadonlyMap<string, string>;
}
