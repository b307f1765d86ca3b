import type { InstructorItem } from '@academy/contract/instructors';
import { initialsOf } from '../../lib/initials.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Picture } from '../../ui/picture.tsx';
import css from './portrait.module.css';

/** The picture of an instructor; without one, their initials on art drawn from their slug. */
export function Portrait({ instructor }: { instructor: Pick<InstructorItem, 'avatar' | 'name' | 'slug'> }) {
  const { cover } = useTenant();
  return (
    <span className={css.portrait}>
      <Picture src={instructor.avatar} width="240" height="240" loading="lazy" decoding="async">
        <CoverArt slug={instructor.slug} style={cover} />
        <span className={css.initials} aria-hidden="true">
          {initialsOf(instructor.name)}
        </span>
      </Picture>
    </span>
  );
}
