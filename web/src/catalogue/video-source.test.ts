import type { Video } from '@academy/contract/lessons';
import { describe, expect, test } from 'vitest';
import { frameAddress, videoSource } from './video-source.ts';

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

describe('the address of a frame', () => {
  const frame = (provider: 'youtube' | 'vimeo' | 'brightcove', src: string) => ({ provider, src });
  const begin = { at: 90.7, captions: 'de', origin: 'https://spring.example' };
  const first = { at: 0, captions: null, origin: 'https://spring.example' };

  test('names second, captions and listener to YouTube', () => {
    const { searchParams } = new URL(
      frameAddress(frame('youtube', 'https://www.youtube-nocookie.com/embed/x?rel=0'), begin),
    );
    expect(Object.fromEntries(searchParams)).toEqual({
      rel: '0',
      enablejsapi: '1',
      origin: 'https://spring.example',
      start: '90',
      cc_load_policy: '1',
      cc_lang_pref: 'de',
    });
  });

  test('names second and captions to Vimeo', () => {
    const src = 'https://player.vimeo.com/video/77?dnt=1';
    expect(frameAddress(frame('vimeo', src), begin)).toBe(`${src}&texttrack=de#t=90s`);
    expect(frameAddress(frame('vimeo', src), first)).toBe(src);
  });

  test('stays as it is for Brightcove', () => {
    const src = 'https://players.brightcove.net/1/2_default/index.html?videoId=3';
    expect(frameAddress(frame('brightcove', src), begin)).toBe(src);
  });
});
