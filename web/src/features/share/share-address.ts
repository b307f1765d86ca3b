/** Where a page can be shared. */
export type ShareType = 'fb' | 'x' | 'linkedin';

export interface SharedPage {
  /** Canonical, without query and fragment. */
  url: string;
  title: string;
}

const SERVICES: Readonly<Record<ShareType, { address: string; url: string; title: string }>> = {
  fb: { address: 'https://www.facebook.com/sharer/sharer.php', url: 'u', title: 'quote' },
  x: { address: 'https://x.com/intent/post', url: 'url', title: 'text' },
  linkedin: { address: 'https://www.linkedin.com/sharing/share-offsite/', url: 'url', title: 'title' },
};

/** The page of a service that shares ours. */
export function shareAddress(type: ShareType, { url, title }: SharedPage): string {
  const service = SERVICES[type];
  // Not URLSearchParams: some services show its `+` instead of a space.
  return `${service.address}?${service.url}=${encodeURIComponent(url)}&${service.title}=${encodeURIComponent(title)}`;
}
