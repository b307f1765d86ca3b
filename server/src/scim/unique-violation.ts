/** PostgreSQL's code for a second row with the same unique value. */
const UNIQUE_VIOLATION = '23505';

/** The unique index that refused a row; null for any other error. */
export function isUniqueViolation(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as { code?: unknown; constraint?: unknown };
    if (code === UNIQUE_VIOLATION) return String(constraint);
  }
  return null;
}
