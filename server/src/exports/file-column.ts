/** A column of a file: its name, what its values are, and the value of a row. Moments are ISO 8601 UTC. */
export type FileColumn<Row> =
  | { name: string; type: 'text' | 'moment'; of: (row: Row) => string | null }
  | { name: string; type: 'flag'; of: (row: Row) => boolean | null }
  | { name: string; type: 'count'; of: (row: Row) => number | null };
