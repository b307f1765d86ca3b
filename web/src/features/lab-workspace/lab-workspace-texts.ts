import { inLanguage } from '@academy/contract/i18n/in-language';
import { de } from './lab-workspace-texts.de.ts';
import { en } from './lab-workspace-texts.en.ts';

export const labWorkspaceTexts = inLanguage({ en, de });
