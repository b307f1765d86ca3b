import { useEffect } from 'react';

/** While this is on, the browser asks before the tab is closed or reloaded: work that runs in the page would end. */
export function useAskBeforeLeaving(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOn]);
}
