import { describe, expect, it } from 'vitest';
import { chosenEnvironment, imageName } from './lab-environments.ts';

const known = { names: ['java-17'], images: { 'jdk17-environment': 'java-17', 'jdk8-environment': 'java-8' } };
const chosen = (environment: string | null, image: string | null, images: Record<string, string> = known.images) =>
  chosenEnvironment({ environment, image }, { ...known, images });

describe('the environment of a workshop', () => {
  it('is the one that it names, whatever its image', () => {
    expect(chosen('java-17', 'jdk8-environment:*')).toEqual({ name: 'java-17', fits: true });
    expect(chosen('java-21', 'jdk17-environment:*')).toEqual({ name: 'java-21', fits: false });
  });

  it('is the one that stands for its image', () => {
    expect(chosen(null, 'ghcr.io/educates/jdk17-environment:3.1')).toEqual({ name: 'java-17', fits: true });
    expect(chosen(null, 'jdk8-environment:*')).toEqual({ name: 'java-8', fits: false });
  });

  it('is none where no image is named or nothing stands for it', () => {
    expect(chosen(null, null)).toBeNull();
    expect(chosen(null, '*')).toBeNull();
    expect(chosen(null, 'conda-environment:*')).toBeNull();
    expect(chosen(null, 'constructor')).toBeNull();
  });

  it('can be said for all other images, also that there is none', () => {
    expect(chosen(null, 'conda-environment', { '*': 'host' })).toEqual({ name: 'host', fits: true });
    expect(chosen(null, 'conda-environment:1', { '*': 'none' })).toEqual({ name: 'conda-environment', fits: false });
  });

  it.each(['host', 'browser'])('%s exists in every academy', (name) => {
    expect(chosen(name, null)).toEqual({ name, fits: true });
  });
});

it.each([
  ['jdk17-environment:*', 'jdk17-environment'],
  ['registry.example.org:5000/labs/jdk17-environment@sha256:0a1b', 'jdk17-environment'],
  ['quay.io/eduk8s/base:main', 'base'],
  ['*', ''],
])('the image %s is known as "%s"', (image, name) => {
  expect(imageName(image)).toBe(name);
});
