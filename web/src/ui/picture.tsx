import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'ref'> {
  /** Null: there is none. */
  src: string | null;
  /** Shown instead when there is none, or when it does not load. */
  children: ReactNode;
}

/** A decorative picture, or a drawing in its place. */
export function Picture({ src, children, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    // It may have failed before hydration, without an `onError`.
    const { complete = false, naturalWidth = 1 } = image.current ?? {};
    if (complete && naturalWidth === 0) setBroken(src);
  }, [src]);
  if (src === null || src === broken) return children;
  return <img {...rest} ref={image} src={src} alt="" onError={() => setBroken(src)} />;
}
