import type { FrameProvider } from '../../catalogue/video-source.ts';
import type { Moment, Player, PlayerEvents } from './player.ts';
import type { Choices } from './player-choices.ts';
import { videoTexts } from './video-texts.ts';

/** Gives up on a frame that has not answered within this time, ms. */
const SILENT_AFTER_MS = 15_000;
/** Interval of the greeting until the frame answers, ms. */
const GREETED_EVERY_MS = 250;

/** The content of a message of a frame. */
interface PlayerMessage extends Partial<Moment> {
  /** 0 to 1 */
  volume?: number;
  muted?: boolean;
  failed?: boolean;
}

/** The message protocol of a provider's frame: with messages, none of its scripts runs in the academy's page. */
interface Dialect {
  origin: string;
  /** The greeting, repeated until the frame answers. */
  greeting: unknown;
  /** Messages that subscribe to its events, once it listens. */
  subscriptions: readonly unknown[];
  seek(seconds: number): readonly unknown[];
  /** Speed and volume as they were chosen last. */
  chosen(choices: Partial<Choices>): readonly unknown[];
  /** Null: not relevant here. */
  read(message: Record<string, unknown>): PlayerMessage | null;
}

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const truth = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
/** Drops undefined values. */
const defined = (message: { [Name in keyof PlayerMessage]: PlayerMessage[Name] | undefined }): PlayerMessage =>
  Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const command = (func: string, ...args: unknown[]) => ({ event: 'command', func, args });

/** States of a YouTube player that count as playing: it plays, or buffers. */
const YOUTUBE_MOVING = [1, 3];

const youtube: Dialect = {
  origin: 'https://www.youtube-nocookie.com',
  greeting: { event: 'listening', id: 'film', channel: 'widget' },
  subscriptions: [command('addEventListener', 'onError')],
  seek: (seconds) => [command('seekTo', seconds, true), command('playVideo')],
  chosen: ({ speed, volume, muted }) => [
    ...(speed === undefined ? [] : [command('setPlaybackRate', speed)]),
    ...(volume === undefined ? [] : [command('setVolume', Math.round(volume * 100))]),
    ...(muted === true ? [command('mute')] : []),
  ],
  read({ event, info }) {
    if (event === 'onError') return { failed: true };
    if (event !== 'infoDelivery' && event !== 'initialDelivery') return null;
    const { currentTime, duration, playerState, playbackRate, volume, muted } = record(info);
    const percent = number(volume);
    return defined({
      seconds: number(currentTime),
      duration: number(duration),
      isPlaying: typeof playerState === 'number' ? YOUTUBE_MOVING.includes(playerState) : undefined,
      speed: number(playbackRate),
      volume: percent === undefined ? undefined : percent / 100,
      muted: truth(muted),
    });
  },
};

const VIMEO_EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'playbackratechange', 'volumechange', 'error'];

const vimeo: Dialect = {
  origin: 'https://player.vimeo.com',
  greeting: { method: 'ping' },
  subscriptions: VIMEO_EVENTS.map((value) => ({ method: 'addEventListener', value })),
  seek: (value) => [{ method: 'setCurrentTime', value }, { method: 'play' }],
  chosen: ({ speed, volume, muted }) => [
    ...(speed === undefined ? [] : [{ method: 'setPlaybackRate', value: speed }]),
    ...(volume === undefined ? [] : [{ method: 'setVolume', value: volume }]),
    ...(muted === true ? [{ method: 'setMuted', value: true }] : []),
  ],
  read({ event, data }) {
    const { seconds, duration, playbackRate, volume, muted, method } = record(data);
    // A refused command, such as an unsupported speed, is no failure of the film.
    if (event === 'error') return method === undefined ? { failed: true } : null;
    if (typeof event !== 'string' || !VIMEO_EVENTS.includes(event)) return null;
    return defined({
      seconds: number(seconds),
      duration: number(duration),
      isPlaying: event === 'play' ? true : event === 'pause' || event === 'ended' ? false : undefined,
      speed: number(playbackRate),
      volume: number(volume),
      muted: truth(muted),
    });
  },
};

/** Brightcove's frame has no message protocol: it plays, and the page learns nothing of it. */
const DIALECTS: Record<FrameProvider, Dialect | null> = { youtube, vimeo, brightcove: null };

function messageOf(data: unknown): Record<string, unknown> {
  if (typeof data !== 'string') return record(data);
  try {
    return record(JSON.parse(data));
  } catch {
    return {};
  }
}

/**
 * Exchanges messages with a player in a frame.
 * @param choices of speed and volume that were made last
 * @param chose called with new ones
 * @returns null where the provider's frame takes no messages
 */
export function framePlayer(
  frame: HTMLIFrameElement,
  provider: FrameProvider,
  events: PlayerEvents,
  choices: Partial<Choices>,
  chose: (choices: Partial<Choices>) => void,
): Player | null {
  const dialect = DIALECTS[provider];
  if (dialect === null) return null;
  const { origin } = dialect;
  let moment: Moment = { seconds: 0, duration: Number.NaN, isPlaying: false, speed: 1 };
  let answers = false;
  const say = (...messages: readonly unknown[]) => {
    for (const message of messages) frame.contentWindow?.postMessage(JSON.stringify(message), origin);
  };
  // Until its page is there the frame is empty, and of another origin.
  const greet = () => say(dialect.greeting);
  let greeting: ReturnType<typeof setInterval> | undefined;
  const loaded = () => {
    greeting ??= setInterval(greet, GREETED_EVERY_MS);
  };
  const silence = setTimeout(() => {
    clearInterval(greeting);
    events.failed(videoTexts.noAnswer({ host: new URL(origin).host }));
  }, SILENT_AFTER_MS);

  const receive = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || from !== origin) return;
    if (!answers) {
      answers = true;
      clearInterval(greeting);
      clearTimeout(silence);
      say(...dialect.subscriptions, ...dialect.chosen(choices));
    }
    const message = dialect.read(messageOf(data));
    if (message === null) return;
    const { volume, muted, failed, ...place } = message;
    if (failed === true) events.failed(videoTexts.cannotPlay);
    if (place.speed !== undefined || volume !== undefined || muted !== undefined)
      chose(defined({ speed: place.speed, volume, muted }) as Partial<Choices>);
    if (Object.keys(place).length === 0) return;
    moment = { ...moment, ...place };
    events.at(moment);
  };
  addEventListener('message', receive);
  frame.addEventListener('load', loaded);
  return {
    seek: (seconds) => say(...dialect.seek(seconds)),
    close() {
      removeEventListener('message', receive);
      frame.removeEventListener('load', loaded);
      clearInterval(greeting);
      clearTimeout(silence);
    },
  };
}
