import type { ScreenProps } from '../../lib/screen.ts';
import { useAuth } from './use-auth.ts';

export default function AuthScreen({ title }: ScreenProps<'/auth'>) {
  const auth = useAuth();
  return (
    <form action={(form) => auth.enter(String(form.get('email') ?? ''))}>
      <h1>{title}</h1>
      <input type="email" name="email" aria-label="E-mail" />
      <button type="submit">Continue</button>
    </form>
  );
}
