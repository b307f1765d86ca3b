import type { Tenant } from '@academy/contract/tenants';

/**
 * The web app manifest, with which a phone puts an academy on its home screen. There is no service worker: pages are
 * fast without one.
 */
export function webManifest(tenant: Tenant) {
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/assets/brand/${tenant.tenantId}/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: `${tenant.name} Academy`,
    short_name: tenant.name,
    description: tenant.tagline,
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: tenant.colors.theme,
    // The background of the splash screen.
    background_color: tenant.colors.theme,
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  };
}
