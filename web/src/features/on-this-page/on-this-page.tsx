import { useEffect, useState } from 'react';
import { currentHeading } from './current-heading.ts';
import css from './on-this-page.module.css';

/** A heading of level 2. */
export interface Heading {
  id: string;
  text: string;
}

/** Where reading happens, px below the top edge: a little under the header. */
const READING_LINE = 140;

/** Index of the heading that the reader is under; follows the scroll. */
function useCurrentHeading(headings: readonly Heading[]): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const tops = headings.map(({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity);
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const scrolls = scrollHeight > clientHeight;
      setCurrent(currentHeading(tops, READING_LINE, scrolls && scrollTop + clientHeight >= scrollHeight - 2));
    };
    const scrolled = () => {
      frame ||= requestAnimationFrame(update);
    };
    scrolled();
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      removeEventListener('scroll', scrolled);
      cancelAnimationFrame(frame);
    };
  }, [headings]);
  return current;
}

interface HeadingsProps {
  headings: readonly Heading[];
  onFollow?: () => void;
}

/** Links to the headings of a text, the one being read marked. */
export function Headings({ headings, onFollow }: HeadingsProps) {
  const current = useCurrentHeading(headings);
  return (
    <ol className={css.headings}>
      {headings.map(({ id, text }, index) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={index === current ? 'true' : undefined} onClick={onFollow}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}
