import { texts } from '@academy/contract/i18n/texts';
import { de } from './action-texts.de.ts';

/** Buttons that do something and say how it went. */
export const actionTexts = texts({
  cancel: 'Cancel',
  oneMoment: 'One moment',
  notDeleted: 'Nothing was deleted. {failure}',
  downloaded: '{name} has been downloaded.',
  notDownloaded: 'The download failed. {reason}',
  csv: 'CSV',
  copy: 'Copy',
  copied: 'Copied.',
  copyByHand: 'This browser cannot copy by itself. The text is selected: press Ctrl+C.',
}).translated({ de });
