import { useEffect, useState } from 'react';
import { type SearchResult, searchNow } from '../../api/search.ts';

/** Debounce of typing before a request, ms. */
const REST_MS = 150;

interface Answer {
  text: string;
  result: SearchResult;
}

/**
 * Search as you type. Only the last request counts: earlier ones are cancelled.
 *
 * @returns the last reply, which may belong to an earlier text, and whether the present request failed
 */
export function usePaletteSearch(text: string): { answer: Answer | null; failed: boolean; again: () => void } {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry repeats the same request
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
