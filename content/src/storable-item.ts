import type { BuildResult, BuiltItem } from './built-item.ts';

/**
 * A built item as it is stored. What publishing decides by are values; everything large is JSON in bytes, which goes to
 * the database as it is: whoever stores it never walks through the texts.
 */
export interface StorableItem extends Pick<BuiltItem, 'kind' | 'id' | 'slug' | 'title' | 'status' | 'sortOrder'> {
  /** JSON of the item's `data`. */
  data: Uint8Array<ArrayBuffer>;
  /** JSON of the item's `body`; of kinds that have none `{}`. */
  body: Uint8Array<ArrayBuffer>;
  /** Of a course, in order. */
  lessonIds: string[];
  /** JSON arrays of `BuiltLesson`, together all lessons of a course in order. */
  lessons: Uint8Array<ArrayBuffer>[];
  /** JSON arrays of `SearchEntry`. */
  search: Uint8Array<ArrayBuffer>[];
}

type Built = Extract<BuildResult, { refused: false }>;
type Refused = Extract<BuildResult, { refused: true }>;

/** A build result that is ready to be stored. Links are for the author's checks and are left out. */
export type StorableResult =
  | (Pick<Built, 'refused' | 'assets' | 'findings' | 'sourceHash'> & { item: StorableItem })
  | Refused;

/** Characters of one piece: whoever sends it has other things to do in between. A larger row stands alone. */
const PIECE_LENGTH = 256 * 1024;

const encoder = new TextEncoder();

/** Turns what is large into JSON. Takes time in proportion to the texts, so it belongs in a worker. */
export function storable(result: BuildResult): StorableResult {
  if (result.refused) return result;
  const { refused, item, assets, findings, sourceHash } = result;
  const { kind, id, slug, title, status, sortOrder } = item;
  const lessons = item.kind === 'course' ? item.lessons : [];
  return {
    refused,
    item: {
      ...{ kind, id, slug, title, status, sortOrder },
      data: bytesOf(item.data),
      body: bytesOf('body' in item ? item.body : {}),
      lessonIds: lessons.map(({ lessonId }) => lessonId),
      lessons: [...piecesOf(lessons)],
      search: [...piecesOf(item.search)],
    },
    assets,
    findings,
    sourceHash,
  };
}

const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value));

/** JSON arrays that together hold all rows. */
function* piecesOf(rows: readonly unknown[]): Generator<Uint8Array<ArrayBuffer>> {
  let piece: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (piece.length > 0 && length + text.length > PIECE_LENGTH) {
      yield encoder.encode(`[${piece.join()}]`);
      piece = [];
      length = 0;
    }
    piece.push(text);
    length += text.length;
  }
  if (piece.length > 0) yield encoder.encode(`[${piece.join()}]`);
}
