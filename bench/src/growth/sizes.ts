/** How large a filled academy is. */
export interface GrowthSize {
  people: number;
  courses: number;
}

/** The sizes that are measured, by number of people. */
export const GROWTH_SIZES: readonly GrowthSize[] = [
  { people: 1_000, courses: 10 },
  { people: 100_000, courses: 1_000 },
  { people: 1_000_000, courses: 10_000 },
];

/** Whole rows for each `people` people, one at least. */
export const per =
  (people: number, rows = 1) =>
  (size: GrowthSize): number =>
    Math.max(1, Math.floor((size.people * rows) / people));
