import { Menu, X } from 'lucide-react';
import { useStore } from '../lib/store.ts';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { shellTexts } from './shell-texts.ts';
import { SIDEBAR_ID, sidebarOpen } from './sidebar-open.ts';

/** Opens and collapses the sidebar, which is the menu of phones, too. */
export function MenuButton() {
  const open = useStore(sidebarOpen);
  return (
    <Tooltip text={shellTexts[open ? 'closeMenu' : 'openMenu']} side="below" slow>
      <Button
        look="icon"
        aria-label={shellTexts.menu}
        aria-expanded={open}
        aria-controls={SIDEBAR_ID}
        onClick={() => sidebarOpen.set(!open)}
      >
        {open ? <X /> : <Menu />}
      </Button>
    </Tooltip>
  );
}
