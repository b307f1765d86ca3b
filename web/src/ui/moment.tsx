import { momentText } from '../lib/moments.ts';
import css from './moment.module.css';

/** A moment with its zone, as people read it; where there is little room, the time stands below the day. */
export function Moment({ at, withSeconds = false }: { at: string; withSeconds?: boolean }) {
  const [, day = '', time = ''] = /^(.*\d{4},?) (.*)$/.exec(momentText(at, { withSeconds })) ?? [];
  return (
    <time dateTime={at} className={css.moment}>
      <span>{day}</span> <span>{time}</span>
    </time>
  );
}
