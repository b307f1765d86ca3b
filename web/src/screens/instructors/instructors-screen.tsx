import type { ScreenProps } from '../../lib/screen.ts';

export default function InstructorsScreen({ title }: ScreenProps) {
  return <h1>{title}</h1>;
}
