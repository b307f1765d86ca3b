import { joined } from '../../i18n/joined.ts';
import { urls } from '../../navigation/urls.ts';
import { noAttemptLeftTexts } from './no-attempt-left-texts.ts';

/** Says that no attempt is left, and whom to ask for another one. */
export function NoAttemptLeft() {
  return <p>{joined(noAttemptLeftTexts.ask({ link: (words) => <a href={urls.contact()}>{words}</a> }))}</p>;
}
