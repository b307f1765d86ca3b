/** How much a lab host has, and what of it is taken. */
export interface LabHostCapacity {
  /** Labs that run, those that start there, and most of both. */
  running: number;
  starting: number;
  maximum: number;
  /** Memory that is free now: labs that run have theirs. */
  freeMegabytes: number;
  /** Memory of one lab. */
  memoryMegabytes: number;
}

/** What is left when the labs that start there have taken theirs, megabytes. */
const leftAt = ({ freeMegabytes, starting, memoryMegabytes }: LabHostCapacity): number =>
  freeMegabytes - starting * memoryMegabytes;

/** The lab host with the most free memory among those with a place; null when all are full. */
export function mostFree<T>(hosts: readonly T[], capacityOf: (host: T) => LabHostCapacity): T | null {
  const [best] = hosts
    .map((host) => ({ host, capacity: capacityOf(host) }))
    .filter(({ capacity: { running, starting, maximum } }) => running + starting < maximum)
    .sort((one, other) => leftAt(other.capacity) - leftAt(one.capacity));
  return best?.host ?? null;
}
