export const de = {
  title: 'Rollen',
  intro: 'Wer außer zu lernen was darf. Jede Änderung steht im Protokoll, und die anderen Admins bekommen eine Mail.',
};
