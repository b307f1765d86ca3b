export const de = {
  cancel: 'Abbrechen',
  oneMoment: 'Einen Moment',
  notDeleted: 'Es wurde nichts gelöscht. {failure}',
  downloaded: '{name} liegt in deinen Downloads.',
  notDownloaded: 'Der Download ist fehlgeschlagen. {reason}',
  csv: 'CSV',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  copyByHand: 'Dieser Browser kopiert nicht von selbst. Der Text ist ausgewählt: Drücke Strg+C.',
};
