import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { Webhooks } from './webhooks.tsx';

export const head = () => ({ title: 'Webhooks', noIndex: true });

/** Webhooks: other systems that are notified of events, and their deliveries. */
export default function WebhooksScreen() {
  return (
    <AcademyScreen title="Webhooks" content={<Webhooks />}>
      Other systems that this academy tells what happens, as it happens: signed, sent again until it arrives, and
      written down here for thirty days.
    </AcademyScreen>
  );
}
