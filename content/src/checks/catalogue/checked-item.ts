import type { TenantId } from '@academy/contract/tenants';
import type { BuiltItem } from '../../built-item.ts';
import type { FoundLink } from '../../found-links.ts';
import type { SourceFiles } from '../../source-files.ts';

/** A built item, with what is needed to find positions in its files. */
export interface CheckedItem {
  tenantId: TenantId;
  item: BuiltItem;
  links: readonly FoundLink[];
  files: SourceFiles;
  /** The item's own file in `files`. */
  file: string;
  /** Path of the item's folder, as its author knows it. */
  folder?: string;
}
