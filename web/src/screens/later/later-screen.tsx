import { MessagePage } from '../../features/message-page/message-page.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { LinkButton } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';

export const head = ({ title }: ScreenContext) => ({ title, noIndex: true });

/** Stands at the address of a screen that a later version brings. */
export default function LaterScreen({ title }: ScreenProps) {
  return (
    <MessagePage
      title={title}
      art={title}
      actions={
        <>
          <LinkButton look="primary" href={urls.courses()}>
            Browse courses
          </LinkButton>
          <LinkButton href={urls.home()}>Home</LinkButton>
        </>
      }
    >
      This part of the academy opens in a later version. Courses and lessons are here already.
    </MessagePage>
  );
}
