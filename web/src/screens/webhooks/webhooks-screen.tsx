import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { webhookTexts } from './webhook-texts.ts';
import { Webhooks } from './webhooks.tsx';

export const head = () => ({ title: webhookTexts.webhooks, noIndex: true });

/** Webhooks: other systems that are notified of events, and their deliveries. */
export default function WebhooksScreen() {
  return (
    <AcademyScreen title={webhookTexts.webhooks} content={<Webhooks />}>
      {webhookTexts.intro}
    </AcademyScreen>
  );
}
