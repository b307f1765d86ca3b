import { texts } from '@academy/contract/i18n/texts';
import { de } from './draft-page-texts.de.ts';

/** Plain pages about drafts of content. */
export const draftPageTexts = texts({
  title: 'Draft {name}',
  intro:
    'This is how it will look once it is published. Readers do not see it yet, and nothing that you do here is recorded.',
  until: 'The link works until {moment} UTC.',
  nothing: 'Nothing in this draft has a page of its own.',
  changed: 'changed',
  added: 'new',
  unknownTitle: 'This link leads to no draft',
  unknown: 'Check whether it was copied in full, or ask its author for the link.',
  revokedTitle: 'This link was revoked',
  revoked: 'The author has ended it. Ask them for a new one.',
  expiredTitle: 'This link has expired',
  expired: 'Links of drafts work for a limited time. Ask the author to push the draft again.',
  toAcademy: 'Go to the academy',
}).translated({ de });
