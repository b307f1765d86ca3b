import type { ScreenProps } from '../../lib/screen.ts';

export default function LessonScreen({ title }: ScreenProps) {
  return <h1>{title}</h1>;
}
