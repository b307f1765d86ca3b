import { texts } from '@academy/contract/i18n/texts';
import { de } from './layout-texts.de.ts';

/** What every mail says. */
export const layoutTexts = texts({
  hello: 'Hello,',
  helloName: 'Hello {name},',
  copyAddress: 'If the button does not work, copy this address into your browser:',
}).translated({ de });
