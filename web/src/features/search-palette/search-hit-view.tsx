import { LockKeyhole } from 'lucide-react';
import type { SearchHit, TextPart } from '../../api/search.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';

/** Plain text with what was searched for marked. */
export function Marked({ parts }: { parts: readonly TextPart[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}

/** What opens a locked hit, in a word; nothing for an open one. */
export function HitLock({ locked, className }: Pick<SearchHit, 'locked'> & { className: string | undefined }) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const message = lockMessage(locked, isAuthenticated, tenant);
  if (message === null) return null;
  return (
    <span className={className}>
      <LockKeyhole aria-hidden="true" /> {message.word}
    </span>
  );
}
