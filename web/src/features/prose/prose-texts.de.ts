export const de = {
  picture: 'Bild',
  video: 'Video',
  copied: 'Kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markiere den Text und kopiere ihn selbst.',
};
