import type { TenantLink } from '@academy/contract/tenants';
import { shellTexts } from './shell-texts.ts';

/** The viewer of the sidebar. */
export interface SidebarViewer {
  signedIn: boolean;
  isAdmin: boolean;
}

export interface SidebarGroup {
  /** Accessible name of the group. */
  title: string;
  entries: TenantLink[];
}

/** What the sidebar offers to each role: everyone, signed in, administrators. */
export function sidebarGroups(navigation: readonly TenantLink[], viewer: SidebarViewer): SidebarGroup[] {
  const groups: SidebarGroup[] = [
    { title: shellTexts.everyoneGroup, entries: [...navigation, { title: shellTexts.contact, href: '/contact' }] },
  ];
  if (viewer.signedIn) {
    groups.push({
      title: shellTexts.learnerGroup,
      entries: [
        { title: shellTexts.myCourses, href: '/#my-courses' },
        { title: shellTexts.favorites, href: '/#favorites' },
        { title: shellTexts.emails, href: '/email' },
      ],
    });
  }
  if (viewer.signedIn && viewer.isAdmin) {
    groups.push({
      title: shellTexts.administration,
      entries: [
        { title: shellTexts.administration, href: '/admin' },
        { title: shellTexts.alerts, href: '/admin/alerts' },
        { title: shellTexts.users, href: '/admin/users' },
        { title: shellTexts.accessTokens, href: '/admin/tokens' },
      ],
    });
  }
  return groups;
}
