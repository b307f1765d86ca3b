import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './video-texts.en.ts';

export const de = messages({
  play: 'Video abspielen: {title}',
  continuesAt: 'Weiter ab {clockTime}',
  playsFrom: 'Wird von {host} abgespielt',
  watched: '{watched} % angesehen',
  notLoaded: 'Das Video konnte nicht geladen werden.',
  noAnswer: '{host} antwortet nicht.',
  cannotPlay: 'Das Video kann hier nicht abgespielt werden.',
  transcriptBelow: 'Das Transkript steht weiter unten.',
  textBelow: 'Der Text steht weiter unten.',
  tryAgain: 'Erneut versuchen',
  readAlong: 'Mitlesen',
  language: 'Sprache',
  loading: 'Wird geladen',
  transcriptNotLoaded: 'Das Transkript konnte nicht geladen werden.',
} satisfies TranslationOf<typeof en>);
