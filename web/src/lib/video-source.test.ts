import type { Video } from '@academy/contract/lessons';
import { expect, test } from 'vitest';
import { videoSource } from './video-source.ts';

const video = (provider: Video['provider'], videoId: string, vimeoId: string | null = null): Video => ({
  provider,
  videoId,
  vimeoId,
  tracks: [],
  autocomplete: false,
});
const none = { brightcove: null };
const account = { brightcove: { accountId: '123', playerId: 'abc' } };

test('a Brightcove video opens in the frame of the configured player', () => {
  expect(videoSource(video('brightcove', '6310'), account)).toMatchObject({
    kind: 'frame',
    src: 'https://players.brightcove.net/123/abc_default/index.html?videoId=6310&autoplay=true',
  });
});

test('without a Brightcove account the Vimeo twin is used', () => {
  expect(videoSource(video('brightcove', '6310', '77'), none)).toMatchObject({ host: 'player.vimeo.com' });
});

test('without an account and a twin the page says so', () => {
  expect(videoSource(video('brightcove', '6310'), none)).toMatchObject({ kind: 'none' });
});

test('YouTube and Vimeo play in their privacy frames', () => {
  expect(videoSource(video('youtube', 'dQw4w9WgXcQ'), none)).toMatchObject({ host: 'www.youtube-nocookie.com' });
  expect(videoSource(video('vimeo', '77'), none)).toMatchObject({
    src: 'https://player.vimeo.com/video/77?autoplay=1&dnt=1',
  });
});

test('an id that is no id never reaches an address', () => {
  expect(videoSource(video('youtube', '../evil?x=1'), none)).toMatchObject({ kind: 'none' });
});

test('a local file plays as it is', () => {
  expect(videoSource(video('file', '/assets/a.mp4'), none)).toEqual({ kind: 'file', src: '/assets/a.mp4' });
});
