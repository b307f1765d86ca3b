import css from './spinner.module.css';

/** A loading indicator, centred in its container. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={css.spinner} role="status">
      <svg
        width="40"
        height="40"
        viewBox="0 0 40 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        aria-hidden="true"
      >
        <circle cx="20" cy="20" r="17" opacity="0.2" />
        <path d="M20 3a17 17 0 0 1 17 17" strokeLinecap="round" />
      </svg>
      {label}
    </div>
  );
}
