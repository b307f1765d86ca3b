import { texts } from '@academy/contract/i18n/texts';
import { de } from './share-texts.de.ts';

/** Sharing the address of a page. */
export const shareTexts = texts({
  copied: 'Link copied',
  share: 'Share',
  sharePage: 'Share this page',
  copy: 'Copy link',
  moreWays: 'More ways',
  copyThis: 'Copy the link',
  noClipboard: 'Your browser does not allow automatic copying.',
  link: 'Link to this page',
}).translated({ de });
