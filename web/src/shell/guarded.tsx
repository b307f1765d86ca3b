import type { MySelf } from '@academy/contract/people';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { dropAreas, useMyAccess } from '../api/people.ts';
import { showAccessDenied } from '../lib/dialogs.ts';
import { onRefusal } from '../lib/refusals.ts';
import { navigate } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import { rememberOrigin } from '../sign-in/origin-address.ts';
import { onSignedOutElsewhere, useSession } from '../sign-in/session.ts';
import { sessionIsStored } from '../sign-in/stored-tokens.ts';
import { ErrorFallback } from './error-fallback.tsx';
import { LoadingScreen } from './loading-screen.tsx';

export interface GuardProps {
  guard: 'user' | 'admin';
  /** Path of the screen that is guarded. */
  path: string;
  /** Its title in the route table. */
  title: string;
  children: ReactNode;
}

/**
 * Shows a screen to people who may see it and redirects the others: visitors to log in, with the present address to return
 * to; people without the role to home, with the modal. Nothing of the screen is rendered before that is decided.
 */
export function Guarded({ guard, path, title, children }: GuardProps) {
  const client = useQueryClient();
  const { status } = useSession();
  const { data: me, error, refetch } = useMyAccess();
  const isAdminScreen = guard === 'admin';
  const denied = isAdminScreen && status === 'signed-in' && me !== undefined && !mayOpen(me, path);

  // It leads home: the next person who signs in does not land here.
  useEffect(() => onSignedOutElsewhere(() => navigate(urls.home(), { replace: true })), []);

  useEffect(() => {
    // A screen that is being left does not redirect.
    if (location.pathname !== path) return;
    if (status === 'signed-out' && !sessionIsStored()) {
      rememberOrigin();
      navigate(urls.auth(), { replace: true });
    } else if (denied) deny();
  }, [status, denied, path]);

  useEffect(() => {
    if (!isAdminScreen) return;
    // After losing the role a person loses the screen with the next refused call.
    return onRefusal(() => {
      deny();
      dropAreas(client);
    });
  }, [isAdminScreen, client]);

  if (status === 'signed-in' && me !== undefined && !denied) return children;
  if (status === 'signed-in' && error !== null)
    return <ErrorFallback error={error} route={{ title, guard }} onRetry={() => void refetch()} />;
  return <LoadingScreen />;
}

/** `/admin/alerts/new` belongs to the area `alerts`, `/admin` to everybody who may open one. */
function mayOpen({ areas, isAdmin }: MySelf, path: string): boolean {
  const area = path.split('/admin/')[1]?.split('/')[0];
  // A server of the edition before names no areas.
  return areas?.some((one) => !area || one === area) ?? isAdmin;
}

function deny(): void {
  showAccessDenied();
  navigate(urls.home(), { replace: true });
}
