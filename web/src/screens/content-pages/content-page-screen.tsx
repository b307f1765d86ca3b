import type { ScreenProps } from '../../lib/screen.ts';

export default function ContentPageScreen({ title }: ScreenProps) {
  return <h1>{title}</h1>;
}
