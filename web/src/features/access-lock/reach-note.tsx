import { useState } from 'react';
import css from './lock-panel.module.css';

/**
 * How many lessons are free and how many need Pro. The page is the same for everybody: for members the place of the text
 * stays, so that nothing moves when their own state arrives.
 */
export function ReachNote({ text }: { text: string }) {
  const [first] = useState(text);
  if (first === '' && text === '') return null;
  return <p className={text === '' ? `${css.reach} ${css.past}` : css.reach}>{text || first}</p>;
}
