import { messages } from '@academy/contract/i18n/messages';

/** Sharing the address of a page. */
export const en = messages({
  copied: 'Link copied',
  share: 'Share',
  sharePage: 'Share this page',
  copy: 'Copy link',
  moreWays: 'More ways',
  copyThis: 'Copy this link',
  noClipboard: 'Your browser does not let us copy it for you.',
  link: 'Link to this page',
});
