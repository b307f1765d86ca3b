import { Fragment, type ReactNode, Suspense } from 'react';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { AcademyChoice } from './academy-choice.tsx';
import { AdminHead } from './admin-head.tsx';

interface AcademyScreenProps {
  title: string;
  /** The content below the head; it is remounted for each academy. */
  content: ReactNode;
  /** What the screen is for. */
  children: ReactNode;
}

/** A screen of the administration about one academy, which is chosen on it. */
export function AcademyScreen({ title, content, children }: AcademyScreenProps) {
  const tenantId = useChosenAcademy();
  return (
    <div className="page">
      <AdminHead title={title} below={<AcademyChoice />}>
        {children}
      </AdminHead>
      <Suspense>
        <Fragment key={tenantId}>{content}</Fragment>
      </Suspense>
    </div>
  );
}
