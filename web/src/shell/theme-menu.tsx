import { Monitor, Moon, Sun } from 'lucide-react';
import { Menu } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

export type Theme = 'system' | 'light' | 'dark';

const CHOICES = [
  { theme: 'system', title: 'As my device', Icon: Monitor },
  { theme: 'light', title: 'Light', Icon: Sun },
  { theme: 'dark', title: 'Dark', Icon: Moon },
] as const;

/** The viewer's choice of colours. */
export function ThemeMenu({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
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
          onSelect: () => onChange(choice.theme),
        }))}
      />
    </Tooltip>
  );
}
