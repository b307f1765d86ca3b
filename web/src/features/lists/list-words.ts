/** What a list says about its entries: each list has a catalogue of its own. */
export interface ListWords {
  /** Label of the search. */
  search: string;
  amount: (values: { count: number }) => string;
  /** How many of all fit. */
  amountOf: (values: { count: number; all: number }) => string;
  /** Accessible name of the links to its pages. */
  pages: string;
  showAll: string;
  /** The list has no entries at all. */
  none: string;
  coming: string;
  /** No entry fits the filters. */
  nothingFits: string;
  /** How many fit without one of the filters. */
  without: (values: { title: string; count: number }) => string;
}
