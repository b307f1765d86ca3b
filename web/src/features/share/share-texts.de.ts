export const de = {
  copied: 'Link kopiert',
  share: 'Teilen',
  sharePage: 'Diese Seite teilen',
  copy: 'Link kopieren',
  moreWays: 'Weitere Möglichkeiten',
  copyThis: 'Link kopieren',
  noClipboard: 'Dein Browser erlaubt das automatische Kopieren nicht.',
  link: 'Link zu dieser Seite',
};
