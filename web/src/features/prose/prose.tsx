import '../../styles/prose.css';
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { useMe } from '../../api/people.ts';
import { Html } from '../../lib/html.tsx';
import { useConfig } from '../../lib/runtime.tsx';
import { addToast } from '../../lib/toasts.ts';
import { useSession } from '../../sign-in/session.ts';
import { Modal } from '../../ui/modal.tsx';
import { copyCode, ctaHref, playVideo } from './prose-behaviour.ts';

/** Stays the same while its owner renders again, so that playing videos and notes in the text are left alone. */
const Text = memo(Html);

/** Text that authors wrote, cleaned by the server. One listener brings its copy buttons, videos and pictures to life. */
export function Prose({ html }: { html: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const config = useConfig();
  const { isAuthenticated } = useSession();
  const isPro = useMe()?.isPro ?? false;
  const [picture, setPicture] = useState<{ src: string; alt: string } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other buttons
  useEffect(() => {
    for (const link of frame.current?.querySelectorAll<HTMLAnchorElement>('a.cta-link') ?? []) {
      const href = ctaHref(link.dataset, isAuthenticated, isPro);
      if (href !== null) link.setAttribute('href', href);
    }
  }, [html, isAuthenticated, isPro]);

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const button = target.closest('button');
    if (button?.matches('[data-copy]')) {
      void copyCode(button).then((done) => {
        if (!done) addToast({ type: 'warning', message: 'The browser did not allow copying. Please select the text.' });
      });
    } else if (button?.matches('[data-play]')) {
      playVideo(button, config);
    } else if (target instanceof HTMLImageElement && target.closest('a') === null && isScaledDown(target)) {
      setPicture({ src: target.src, alt: target.alt });
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons are inside; this only listens for all of them */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: buttons turn keys into clicks themselves */}
      <div ref={frame} onClick={onClick}>
        <Text className="prose" html={html} />
      </div>
      {picture && (
        <Modal open title={picture.alt || 'Picture'} full onClose={() => setPicture(null)}>
          <img src={picture.src} alt={picture.alt} />
        </Modal>
      )}
    </>
  );
}

const isScaledDown = (picture: HTMLImageElement): boolean => picture.naturalWidth > picture.clientWidth * 1.15;
