/** Not in every browser. */
interface Connection {
  saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  effectiveType?: string;
}

/** Whether files and data may be loaded that the reader may never ask for: not where data are saved or lines are slow. */
export function mayLoadAhead(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData !== true && connection?.effectiveType?.includes('2g') !== true;
}
