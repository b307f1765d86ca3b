import type { Tenant } from '@academy/contract/tenants';
import { hexOf, hexOfText } from '../../values/colors.ts';

/** Colours of a mail as `#rrggbb`: mail programs know no other notation. */
export interface MailColors {
  accent: string;
  onAccent: string;
  surface: string;
  raised: string;
  text: string;
  muted: string;
  border: string;
}

/** The brand's colours for light and dark mode of mail programs. */
export function mailColorsOf({ colors }: Tenant): { light: MailColors; dark: MailColors } {
  const neutral = (lightness: number, chroma: number) => hexOf(lightness, chroma, colors.hue);
  return {
    light: {
      accent: hexOfText(colors.accent.light),
      onAccent: hexOfText(colors.onAccent.light),
      surface: neutral(0.965, 0.009),
      raised: '#ffffff',
      text: neutral(0.25, 0.018),
      muted: neutral(0.46, 0.02),
      border: neutral(0.905, 0.012),
    },
    dark: {
      accent: hexOfText(colors.accent.dark),
      onAccent: hexOfText(colors.onAccent.dark),
      surface: neutral(0.185, 0.012),
      raised: neutral(0.225, 0.014),
      text: neutral(0.92, 0.008),
      muted: neutral(0.72, 0.015),
      border: neutral(0.31, 0.016),
    },
  };
}
