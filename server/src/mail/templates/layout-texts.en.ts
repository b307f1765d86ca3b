import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  hello: 'Hello,',
  helloName: 'Hello {name},',
  copyAddress: 'If the button does not work, copy this address into your browser:',
});
