import { proLinkOf } from '../../catalogue/lock-message.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { NEW_TAB, NewTab } from '../../ui/new-tab.tsx';

/** The brand's own way to become a Pro member. */
export function ProLink({ look }: { look: 'primary' | 'plain' }) {
  const { title, href, external } = proLinkOf(useTenant());
  return (
    <LinkButton look={look} href={href} {...(external && NEW_TAB)}>
      {title}
      {external && <NewTab />}
    </LinkButton>
  );
}
