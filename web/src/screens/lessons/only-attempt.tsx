import { joined } from '../../i18n/joined.ts';
import { urls } from '../../navigation/urls.ts';
import { lessonTexts } from './lesson-texts.ts';

/** Says that the only attempt was not passed, and where to ask for another one. */
export function OnlyAttempt() {
  return <p>{joined(lessonTexts.onlyFailed({ link: (words) => <a href={urls.contact()}>{words}</a> }))}</p>;
}
