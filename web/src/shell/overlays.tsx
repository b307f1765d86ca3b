import { LoadingOverlay } from './loading-overlay.tsx';
import { ReachBanner } from './reach-banner.tsx';
import { ToastHost } from './toast-host.tsx';

/** What lies over every screen. */
export function Overlays() {
  return (
    <>
      <LoadingOverlay />
      <ToastHost />
      <ReachBanner />
    </>
  );
}
