import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { setTheme, showThemeColor, useTheme } from '../lib/theme.ts';
import { Menu } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

const CHOICES = [
  { theme: 'system', title: 'As my device', Icon: Monitor },
  { theme: 'light', title: 'Light', Icon: Sun },
  { theme: 'dark', title: 'Dark', Icon: Moon },
] as const;

/** The viewer's choice of colours. */
export function ThemeMenu() {
  const theme = useTheme();
  useEffect(() => showThemeColor(theme), [theme]);
  const { Icon } = CHOICES.find((choice) => choice.theme === theme) ?? CHOICES[0];
  return (
    <Tooltip text="Colors" side="below" slow>
      <Menu
        label="Colors"
        button={<Icon />}
        items={CHOICES.map((choice) => ({
          title: choice.title,
          icon: <choice.Icon aria-hidden="true" />,
          chosen: choice.theme === theme,
          onSelect: () => setTheme(choice.theme),
        }))}
      />
    </Tooltip>
  );
}
