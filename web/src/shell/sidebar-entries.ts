import type { Area } from '@academy/contract/area-names';
import type { TenantLink } from '@academy/contract/tenants';
import { shellTexts } from './shell-texts.ts';

/** The viewer of the sidebar. */
export interface SidebarViewer {
  signedIn: boolean;
  /** The areas of the administration that are open. */
  areas: readonly Area[];
}

export interface SidebarGroup {
  /** Accessible name of the group. */
  title: string;
  entries: TenantLink[];
}

/** What the sidebar offers: to everyone, to signed-in people, and of the administration what is open. */
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
  if (viewer.signedIn && viewer.areas.length > 0) {
    groups.push({
      title: shellTexts.administration,
      entries: [
        { title: shellTexts.administration, href: '/admin' },
        { title: shellTexts.alerts, href: '/admin/alerts' },
        { title: shellTexts.users, href: '/admin/users' },
        { title: shellTexts.accessTokens, href: '/admin/tokens' },
        // Below /admin the address names the area.
      ].filter(({ href }) => href === '/admin' || viewer.areas.some((area) => href.endsWith(area))),
    });
  }
  return groups;
}
