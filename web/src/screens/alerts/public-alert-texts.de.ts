import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './public-alert-texts.en.ts';

export const de = messages({
  description: 'Neues aus der {name} Academy, und worauf du achten solltest.',
  alerts: 'Hinweise',
  title: 'Neuigkeiten und Hinweise',
  emptyTitle: 'Zurzeit keine Hinweise',
  emptyText: 'Wenn sich etwas ändert oder deine Aufmerksamkeit braucht, findest du es hier.',
  browseCourses: 'Kurse ansehen',
} satisfies TranslationOf<typeof en>);
