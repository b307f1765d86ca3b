/** The messages of an error and its causes, for logs and administrators; without what was sent. */
export function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error && parts.length < 4; at = at.cause) parts.push(at.message);
  return parts.join(': ').slice(0, 500);
}
