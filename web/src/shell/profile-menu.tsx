import { LogOut, Mail, MessageSquareHeart, Settings2, UserRound } from 'lucide-react';
import { initialsOf } from '../lib/initials.ts';
import { useSession } from '../sign-in/session.ts';
import late from './header.late.module.css';
import { Menu, type MenuItem, Tooltip } from './later-parts.tsx';

interface ProfileMenuProps {
  fullName: string;
  isAdmin: boolean;
  /** Profile page of the identity provider. */
  accountUrl: string;
  onFeedback: () => void;
  onLogout: () => void;
}

/** What a signed-in person finds behind his initials (specification 2). */
export function ProfileMenu({ fullName, isAdmin, accountUrl, onFeedback, onLogout }: ProfileMenuProps) {
  const { reconnecting } = useSession();
  const items: MenuItem[] = [
    { title: 'My Account', icon: <UserRound aria-hidden="true" />, href: accountUrl, external: true },
    ...(isAdmin ? [{ title: 'Administration', icon: <Settings2 aria-hidden="true" />, href: '/admin' }] : []),
    { title: 'Manage Emails', icon: <Mail aria-hidden="true" />, href: '/email' },
    { title: 'Give Feedback', icon: <MessageSquareHeart aria-hidden="true" />, onSelect: onFeedback },
    { title: 'Logout', icon: <LogOut aria-hidden="true" />, onSelect: onLogout },
  ];
  return (
    <>
      <Tooltip text={fullName} side="below-end" slow>
        <Menu
          label={`Profile of ${fullName}`}
          button={<span aria-hidden="true">{initialsOf(fullName) || <UserRound />}</span>}
          className={late.avatar}
          title={fullName}
          items={items}
        />
      </Tooltip>
      <p role="status" className={late.reconnecting}>
        {reconnecting && 'Reconnecting'}
      </p>
    </>
  );
}
