import type { TenantLink } from '@academy/contract/tenants';

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
    { title: 'Academy', entries: [...navigation, { title: 'Contact', href: '/contact' }] },
  ];
  if (viewer.signedIn) {
    groups.push({
      title: 'Yours',
      entries: [
        { title: 'My Courses', href: '/#my-courses' },
        { title: 'Favorites', href: '/#favorites' },
        { title: 'Manage Emails', href: '/email' },
      ],
    });
  }
  if (viewer.signedIn && viewer.isAdmin) {
    groups.push({
      title: 'Administration',
      entries: [
        { title: 'Administration', href: '/admin' },
        { title: 'Alerts', href: '/admin/alerts' },
        { title: 'Users', href: '/admin/users' },
        { title: 'Access Tokens', href: '/admin/tokens' },
      ],
    });
  }
  return groups;
}
