import { useTenant } from '../../lib/runtime.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';

/** The picture of an entry, or the cover drawn from its slug. It fills its frame. */
export function EntryArt({ thumbnail, slug }: { thumbnail: string | null; slug: string }) {
  const { cover } = useTenant();
  return thumbnail ? (
    <img src={thumbnail} alt="" loading="lazy" decoding="async" />
  ) : (
    <CoverArt slug={slug} style={cover} />
  );
}
