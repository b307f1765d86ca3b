import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { setTheme, showThemeColor, useTheme } from '../lib/theme.ts';
import { Menu } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { shellTexts } from './shell-texts.ts';

const CHOICES = [
  { theme: 'system', Icon: Monitor },
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
] as const;

/** The viewer's choice of colours. */
export function ThemeMenu() {
  const theme = useTheme();
  useEffect(() => showThemeColor(theme), [theme]);
  const { Icon } = CHOICES.find((choice) => choice.theme === theme) ?? CHOICES[0];
  return (
    <Tooltip text={shellTexts.colors} side="below" slow>
      <Menu
        label={shellTexts.colors}
        button={<Icon />}
        items={CHOICES.map((choice) => ({
          title: shellTexts[choice.theme],
          icon: <choice.Icon aria-hidden="true" />,
          chosen: choice.theme === theme,
          onSelect: () => setTheme(choice.theme),
        }))}
      />
    </Tooltip>
  );
}
