import { useEffect, useState } from 'react';
import { type SearchResult, searchNow } from '../../api/search.ts';

/** Typing rests this long before the academy is asked, ms. */
const REST_MS = 150;

interface Answer {
  text: string;
  result: SearchResult;
}

/**
 * Searches while somebody types. Only the answer to the last question counts: earlier ones are given up.
 *
 * @returns the last answer, which may belong to an earlier text, and whether the present one could not be asked
 */
export function usePaletteSearch(text: string): { answer: Answer | null; failed: boolean; again: () => void } {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    setFailed(false);
    if (text === '') return setAnswer(null);
    const asking = new AbortController();
    const timer = setTimeout(() => {
      searchNow(text, asking.signal).then(
        (result) => !asking.signal.aborted && setAnswer({ text, result }),
        () => !asking.signal.aborted && setFailed(true),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text, tries]);
  return { answer, failed, again: () => setTries((count) => count + 1) };
}
