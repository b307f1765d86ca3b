import { splitLanguage } from '@academy/contract/i18n/address';
import { useEffect } from 'react';
import { withAcademy } from '../../navigation/admin-href.ts';
import { beforeNavigation, navigate } from '../../navigation/location.tsx';

/**
 * Keeps the chosen academy for links to other administration screens that name none: those of sidebar and menu are on
 * every page and do not know the choice.
 */
export function useCarriedAcademy(): void {
  useEffect(
    () =>
      beforeNavigation((to) => {
        const carried = withAcademy(to, location.search);
        // On the same screen the choice itself has changed.
        if (!/^\/(admin(\/[^?#]*)?|email)$/.test(splitLanguage(to).path) || to === location.pathname || carried === to)
          return true;
        navigate(carried);
        return false;
      }),
    [],
  );
}
