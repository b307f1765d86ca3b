/** Shorter words are not corrected: too many are one letter away from them. */
export const MIN_CORRECTED_LENGTH = 4;
/** Up to this length another letter makes another word: `user` is no misspelt `uber`. */
const MAX_LENGTH_OF_FEW_LETTERS = 4;
/** From this length on two mistakes are corrected. */
const TWO_MISTAKES = 7;
const MAX_CORRECTIONS = 5;

/**
 * The words that were probably meant, best first: few mistakes (a letter too many, too few, wrong, or exchanged with
 * its neighbour), whole words before beginnings, the same first letter, a similar length.
 *
 * @param typing the word may be incomplete
 */
export function closestWords(word: string, candidates: readonly string[], typing: boolean): string[] {
  const max = word.length < TWO_MISTAKES ? 1 : 2;
  return candidates
    .map((candidate) => ({
      candidate,
      whole: mistakes(word, candidate),
      mistakes: typing ? mistakesInBeginning(word, candidate) : mistakes(word, candidate),
      otherStart: candidate[0] === word[0] ? 0 : 1,
      longer: Math.abs(candidate.length - word.length),
    }))
    .filter(
      (one) => one.mistakes <= max && !(word.length <= MAX_LENGTH_OF_FEW_LETTERS && isReplaced(word, one.candidate)),
    )
    .sort(
      (a, b) =>
        a.mistakes - b.mistakes ||
        a.whole - b.whole ||
        a.otherStart - b.otherStart ||
        a.longer - b.longer ||
        (a.candidate < b.candidate ? -1 : 1),
    )
    .slice(0, MAX_CORRECTIONS)
    .map(({ candidate }) => candidate);
}

/** Whether a word has the letters of another one but for some that were replaced. */
const isReplaced = (word: string, candidate: string) =>
  word.length === candidate.length && [...word].sort().join() !== [...candidate].sort().join();

function mistakesInBeginning(word: string, candidate: string): number {
  return Math.min(...[-1, 0, 1].map((more) => mistakes(word, candidate.slice(0, word.length + more))));
}

/** The number of letters added, left out, replaced or exchanged with a neighbour (optimal string alignment). */
export function mistakes(a: string, b: string): number {
  let [before, last, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index), []];
  for (let i = 1; i <= a.length; i += 1) {
    row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let min = Math.min((last?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last?.[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        min = Math.min(min, (before?.[j - 2] ?? 0) + 1);
      row.push(min);
    }
    [before, last] = [last, row];
  }
  return last?.[b.length] ?? 0;
}
