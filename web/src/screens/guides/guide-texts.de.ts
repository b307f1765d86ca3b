import type { TranslationOf } from '@academy/contract/i18n/in-language';
import { messages } from '@academy/contract/i18n/messages';
import type { en } from './guide-texts.en.ts';

export const de = messages({
  guides: 'Anleitungen',
  guidesPage: 'Anleitungen, Seite {page}',
  guide: 'Anleitung',
  article: 'Artikel',
  lab: 'Lab',
  video: 'Video',
  typeAndReading: '{type}, {minutes} Min. Lesezeit',
  takes: '<hidden>Dauert </hidden>{duration}',
  noText: 'Der Text dieser Anleitung entsteht gerade noch. Schau bald wieder vorbei.',
  transcript: 'Transkript',
  labSteps: 'Dieses Lab öffnet sich auf einer eigenen Seite.',
  openLab: 'Lab öffnen',
  noLab: 'Dieses Lab ist in dieser Akademie noch nicht veröffentlicht.',

  progress: 'Dein Fortschritt',
  isCompleted: 'Du hast diese Anleitung abgeschlossen.',
  readToEnd: 'Bis zum Ende gelesen?',
  readToEndVisitor: 'Bis zum Ende gelesen? Melde dich an, dann merkt es sich die Akademie.',
  completed: 'Abgeschlossen',
  markComplete: 'Als abgeschlossen markieren',
  logIn: 'Melde dich an, damit dein Fortschritt gespeichert wird.',
  moreOnTopic: 'Mehr zu diesem Thema',
  moreGuides: 'Weitere Anleitungen',
} satisfies TranslationOf<typeof en>);
