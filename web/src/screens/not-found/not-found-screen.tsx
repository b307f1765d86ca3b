import { TEXTS } from '@academy/contract/texts';
import { MessagePage } from '../../features/message-page/message-page.tsx';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';

export const head = () => ({ title: TEXTS.pageNotFound, noIndex: true });

export default function NotFoundScreen() {
  return (
    <MessagePage
      title={TEXTS.notFound}
      art="welcome-597"
      actions={
        <LinkButton look="primary" href={urls.home()}>
          {TEXTS.backHome}
        </LinkButton>
      }
    />
  );
}
