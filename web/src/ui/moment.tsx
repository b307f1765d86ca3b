import { momentText } from '../lib/moments.ts';

/** A moment with its zone, as people read it. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{momentText(at)}</time>;
