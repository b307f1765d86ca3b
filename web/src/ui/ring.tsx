import css from './ring.module.css';

interface RingProps {
  /** 0-100. */
  percent: number;
  /** Accessible name; without it the ring is decoration beside a text that says the same. */
  label?: string;
  /** Edge length, px. */
  size?: number;
  /** Writes the percentage into the ring; for rings of 40 px and more. */
  figure?: boolean;
  /** 0-100: how far this person can get; the ring is open beyond it. */
  reach?: number;
}

/** How much is done, as a ring that closes; at 100 it becomes a filled check mark. */
export function Ring({ percent, label, size = 20, figure = false, reach = 100 }: RingProps) {
  const done = percent >= 100;
  return (
    <svg
      className={css.ring}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      fill="none"
      strokeWidth={size < 32 ? 5 : 3.5}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {done ? (
        <>
          <circle className={css.done} cx="20" cy="20" r="18" />
          <path
            className={css.tick}
            d="m12 20.5 5.5 5.5L28 15"
            strokeWidth="4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          <circle
            className={css.track}
            cx="20"
            cy="20"
            r="17"
            pathLength="100"
            strokeDasharray={reach < 100 ? `${reach} 100` : undefined}
          />
          {percent > 0 && (
            <circle
              className={css.bar}
              cx="20"
              cy="20"
              r="17"
              pathLength="100"
              strokeDasharray={`${percent} 100`}
              strokeLinecap="round"
            />
          )}
          {figure && (
            <text className={css.figure} x="20" y="24" textAnchor="middle">
              {percent}%
            </text>
          )}
        </>
      )}
    </svg>
  );
}
