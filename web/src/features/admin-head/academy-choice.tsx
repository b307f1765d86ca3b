import { useId } from 'react';
import { useMe } from '../../api/people.ts';
import { joined } from '../../i18n/joined.ts';
import { academyName } from '../../lib/academy-name.ts';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import { academyOf, searchOfAcademy, useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { navigate, useLocation } from '../../navigation/location.tsx';
import css from './admin-head.module.css';
import { adminHeadTexts } from './admin-head-texts.ts';

/**
 * Chooses the academy that a screen is about, and shows when it is not the page's own. The choice is kept in the address.
 */
export function AcademyChoice() {
  const id = useId();
  const academies = Object.keys(useConfig().tenantOrigins);
  const isAdmin = useMe()?.isAdmin === true;
  const { path, search } = useLocation();
  const own = useTenant().tenantId;
  // Of the present address: the choice shows at once, the screen follows.
  const chosen = academyOf(search, own, academies);
  // Whoever has a role in some academies works in the academy of the page.
  if (academies.length < 2 || !isAdmin) return null;
  return (
    <div className={css.academy} data-other={chosen === own ? undefined : true}>
      <label htmlFor={id}>{adminHeadTexts.academy}</label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => choose(path + searchOfAcademy(search, target.value, own))}
      >
        {academies.map((one) => (
          <option key={one} value={one}>
            {academyName(one)}
          </option>
        ))}
      </select>
      <div aria-live="polite">
        <OtherAcademy />
      </div>
    </div>
  );
}

/** Back returns to the previous academy on the same screen, and the focus stays where it is. */
function choose(address: string): void {
  // Past the router, for which nothing has changed yet.
  History.prototype.pushState.call(history, history.state, '', location.href);
  navigate(address, { replace: true });
}

/** Names the academy whose records are shown when it is not the page's own. */
export function OtherAcademy() {
  const own = useTenant().tenantId;
  const chosen = useChosenAcademy();
  if (chosen === own) return null;
  return (
    <p className={css.other}>
      {joined(
        adminHeadTexts.otherAcademy({
          strong: (words) => <strong>{words}</strong>,
          chosen: academyName(chosen),
          own: academyName(own),
        }),
      )}
    </p>
  );
}
