import { messages } from '@academy/contract/i18n/messages';

/** Sharing the address of a page. */
export const en = messages({
  copied: 'Link copied',
  share: 'Share',
  sharePage: 'Share this page',
  copy: 'Copy link',
  moreWays: 'More ways',
  copyThis: 'Copy the link',
  noClipboard: 'Your browser does not allow automatic copying.',
  link: 'Link to this page',
});
