import { Award, LogOut, Mail, MessageSquareHeart, Settings2, UserRound } from 'lucide-react';
import { useAreas, useMe } from '../api/people.ts';
import { openModal } from '../lib/dialogs.ts';
import { initialsOf } from '../lib/initials.ts';
import { useConfig } from '../lib/runtime.tsx';
import { navigate } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import { useSession } from '../sign-in/session.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import css from './header.module.css';
import { profileTexts } from './profile-texts.ts';
import { shellTexts } from './shell-texts.ts';

/** The menu behind the initials of a signed-in person. */
export function ProfileMenu() {
  const { claims, reconnecting } = useSession();
  const me = useMe();
  const areas = useAreas();
  const { accountUrl } = useConfig();
  const fullName = me === null ? (claims?.name ?? '') : `${me.firstName} ${me.lastName}`.trim();
  const items: MenuItem[] = [
    { title: profileTexts.account, icon: <UserRound aria-hidden="true" />, href: accountUrl, external: true },
    ...(areas.length > 0
      ? [{ title: shellTexts.administration, icon: <Settings2 aria-hidden="true" />, href: urls.admin() }]
      : []),
    { title: profileTexts.certificates, icon: <Award aria-hidden="true" />, href: urls.certificates() },
    { title: shellTexts.emails, icon: <Mail aria-hidden="true" />, href: urls.email() },
    {
      title: profileTexts.giveFeedback,
      icon: <MessageSquareHeart aria-hidden="true" />,
      onSelect: () => openModal('feedback'),
    },
    { title: profileTexts.logOut, icon: <LogOut aria-hidden="true" />, onSelect: () => navigate(urls.signOut()) },
  ];
  return (
    <>
      <Tooltip text={fullName} side="below-end" slow>
        <Menu
          label={profileTexts.profileOf({ name: fullName })}
          button={<span aria-hidden="true">{initialsOf(fullName) || <UserRound />}</span>}
          className={css.avatar}
          title={fullName}
          items={items}
        />
      </Tooltip>
      <p role="status" className={css.reconnecting}>
        {reconnecting && profileTexts.reconnecting}
      </p>
    </>
  );
}
