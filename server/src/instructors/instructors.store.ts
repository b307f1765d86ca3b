import type { Status } from '@academy/contract/entities';
import type { Language } from '@academy/contract/i18n/languages';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { textColumns } from '../catalogue/in-readers-language.ts';
import type { Database } from '../db/connect.ts';
import { contentItem } from '../db/tables.ts';
import type { TenantScope } from '../values/scope.ts';

/** What publishing stores of an instructor besides its columns. */
export interface InstructorData {
  avatar: string | null;
  credentials: string;
  /** Plain text. */
  description: string;
  /** Sanitised HTML. */
  bio: string;
  github: string | null;
  linkedin: string | null;
  twitter: string | null;
  website: string | null;
}

export interface InstructorRow {
  id: string;
  slug: string;
  /** The instructor's name. */
  title: string;
  status: Status;
  data: InstructorData;
  /** Language of the profile. */
  language: Language;
}

export function instructorsStore(db: Database) {
  return {
    /** All instructors with a reachable profile, by name. */
    async all(tenantId: TenantScope): Promise<InstructorRow[]> {
      const rows = await db
        .select({
          id: contentItem.id,
          slug: contentItem.slug,
          status: contentItem.status,
          ...textColumns(contentItem),
        })
        .from(contentItem)
        .where(
          and(eq(contentItem.tenantId, tenantId), eq(contentItem.kind, 'instructor'), isNull(contentItem.removedAt)),
        )
        .orderBy(asc(contentItem.title), asc(contentItem.id));
      return (rows as InstructorRow[]).filter((row) => row.status !== 'draft');
    },
  };
}

export type InstructorsStore = ReturnType<typeof instructorsStore>;
