import { LOADING_OVERLAY_DELAY_MS } from '@academy/contract/constants';
import { useEffect, useState } from 'react';

/** True once `flag` has been true for a while; false at once when it is not. */
export function useDelayed(flag: boolean, delay = LOADING_OVERLAY_DELAY_MS): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!flag) return;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [flag, delay]);
  return flag && late;
}
