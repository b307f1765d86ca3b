// Needed on paper, or when a text is scrolled or selected.
import './print.css';
import './prose-later.css';

/** A file without a value counts as one that arrived empty, see `loadFile`. */
export const areLoaded = true;
