import '../../styles/prose.css';
import type { Language } from '@academy/contract/i18n/languages';
import { type MouseEvent, memo, Suspense, useEffect, useRef, useState } from 'react';
import { useMe } from '../../api/people.ts';
import { Html } from '../../lib/html.tsx';
import { langOf } from '../../lib/lang-of.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import { ctaHref } from './cta-href.ts';

/** The click behaviour, loaded with the first click. */
const behaviour = () => import('./prose-behaviour.ts');
const PictureModal = lazyComponent(
  () => import('./picture-modal.tsx'),
  (file) => file.default,
);

/** Stays the same while its owner renders again, so that playing videos and notes in the text are left alone. */
const Text = memo(Html);

/**
 * Text of authors, sanitised by the server. One delegated listener handles its copy buttons, videos and pictures.
 * @param language of the text, where that may be another than the page's
 */
export function Prose({ html, language }: { html: string; language?: Language }) {
  const frame = useRef<HTMLDivElement>(null);
  const config = useConfig();
  const { isAuthenticated } = useSession();
  const isPro = useMe()?.isPro ?? false;
  const [picture, setPicture] = useState<{ src: string; alt: string } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code
  useEffect(() => {
    // Translated code would be shown, and copied.
    for (const code of frame.current?.querySelectorAll<HTMLElement>('pre, code') ?? []) code.translate = false;
  }, [html]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other buttons
  useEffect(() => {
    for (const link of frame.current?.querySelectorAll<HTMLAnchorElement>('a.cta-link') ?? []) {
      const href = ctaHref(link.dataset, isAuthenticated, isPro);
      if (href !== null) link.setAttribute('href', href);
    }
  }, [html, isAuthenticated, isPro]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other tabs
  useEffect(() => {
    const text = frame.current;
    if (text?.querySelector('.tabs')) void behaviour().then(({ openChosenTabs }) => openChosenTabs(text));
  }, [html]);

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const tab = target.closest('.tab > summary')?.parentElement;
    if (tab instanceof HTMLDetailsElement) {
      // One of them stays open.
      if (tab.open) event.preventDefault();
      else void behaviour().then(({ chooseTab }) => chooseTab(tab));
    }
    const button = target.closest('button');
    if (button?.matches('[data-copy]')) {
      void behaviour().then(({ copyCode }) => copyCode(button));
    } else if (button?.matches('[data-play]')) {
      void behaviour().then(({ playVideo }) => playVideo(button, config));
    } else if (target instanceof HTMLImageElement && target.closest('a') === null && isScaledDown(target)) {
      setPicture({ src: target.src, alt: target.alt });
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons are inside; this only listens for all of them */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: buttons turn keys into clicks themselves */}
      <div ref={frame} onClick={onClick}>
        <Text className="prose" html={html} lang={language && langOf(language)} />
      </div>
      {picture && (
        <Suspense>
          <PictureModal {...picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </>
  );
}

const isScaledDown = (picture: HTMLImageElement): boolean => picture.naturalWidth > picture.clientWidth * 1.15;
