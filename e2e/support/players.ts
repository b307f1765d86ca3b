import type { BrowserContext, FrameLocator, Page } from '@playwright/test';

type Provider = 'youtube' | 'vimeo';

const HOSTS: Record<Provider, string> = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
};

/**
 * Replaces a provider's player, which tests cannot reach. It sends messages like the provider's frames, and moves when
 * the test says so.
 */
const PLAYER = `<!doctype html><title>player</title><p>The player</p><script>
  var heard = [];
  let listener = null;
  const provider = location.hostname.includes('vimeo') ? 'vimeo' : 'youtube';
  const post = (message) => listener?.source.postMessage(JSON.stringify(message), listener.origin);
  var tell = (event, values) => post(provider === 'vimeo' ? { event, data: values } : { event, info: values });
  var start = Number(provider === 'vimeo' ? (/t=(\\d+)s/.exec(location.hash)?.[1] ?? 0) : (new URL(location).searchParams.get('start') ?? 0));
  addEventListener('message', (event) => {
    const message = JSON.parse(event.data);
    heard.push(message);
    const greets = message.method === 'ping' || message.event === 'listening';
    if (!greets || listener) return;
    listener = event;
    if (provider === 'vimeo') post({ event: 'ready' });
    else tell('initialDelivery', { currentTime: start, duration: 100, playerState: 1, playbackRate: 1, volume: 100, muted: false });
  });
</script>`;

/** Serves such pages instead of both providers' players. */
export async function standInForPlayers(context: BrowserContext): Promise<void> {
  for (const host of Object.values(HOSTS))
    await context.route(`${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body: PLAYER }));
}

/** The player in the page's frame. */
export function playerIn(page: Page, provider: Provider) {
  const place: FrameLocator = page.frameLocator('article iframe');
  const body = place.locator('body');
  return {
    /** Reports the position, as the provider's player does while it plays. */
    async plays(seconds: number, more: { speed?: number; duration?: number } = {}): Promise<void> {
      const { speed = 1, duration = 100 } = more;
      if (provider === 'youtube')
        await this.tells('infoDelivery', { currentTime: seconds, duration, playerState: 1, playbackRate: speed });
      else {
        await this.tells('play', { seconds, duration });
        await this.tells('playbackratechange', { playbackRate: speed });
        await this.tells('timeupdate', { seconds, duration, percent: seconds / duration });
      }
    },
    async stops(seconds: number): Promise<void> {
      if (provider === 'youtube') await this.tells('infoDelivery', { currentTime: seconds, playerState: 2 });
      else await this.tells('pause', { seconds, duration: 100 });
    },
    tells: (event: string, values: Record<string, unknown>) =>
      body.evaluate((_, given) => (globalThis as unknown as Stand).tell(given.event, given.values), { event, values }),
    /** The messages it received, without the initial ones. */
    heard: () =>
      body.evaluate(() =>
        (globalThis as unknown as Stand).heard.filter(
          (message) => message.method !== 'ping' && message.event !== 'listening',
        ),
      ),
    start: () => body.evaluate(() => (globalThis as unknown as Stand).start),
  };
}

interface Stand {
  heard: Record<string, unknown>[];
  start: number;
  tell(event: string, values: Record<string, unknown>): void;
}
