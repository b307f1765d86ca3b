import type { GuideItem } from '@academy/contract/guides';
import type { Tenant } from '@academy/contract/tenants';
import { memo } from 'react';
import { typeText } from '../../catalogue/option-text.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { useSession } from '../../sign-in/session.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Card } from './card.tsx';
import grid from './card-grid.module.css';

/** Guides side by side, as many as fit. */
export function GuideGrid({ guides, label }: { guides: readonly GuideItem[]; label: string }) {
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  return (
    <ul className={grid.grid} aria-label={label}>
      {guides.map((guide) => (
        <li key={guide.lessonId}>
          <GuideCard guide={guide} tenant={tenant} signedIn={isAuthenticated} />
        </li>
      ))}
    </ul>
  );
}

interface GuideCardProps {
  guide: GuideItem;
  tenant: Tenant;
  signedIn: boolean;
}

/** A guide in a list: its cover, what it is about and how long it takes. */
const GuideCard = memo(function GuideCard({ guide, tenant, signedIn }: GuideCardProps) {
  return (
    <Card
      entry={guide}
      subject={{ kind: 'guide', id: guide.lessonId }}
      href={urls.guide(guide.slug)}
      cover={<CoverArt slug={guide.slug} style={tenant.cover} />}
      fact={typeText(guide.type)}
      tenant={tenant}
      signedIn={signedIn}
    />
  );
});
