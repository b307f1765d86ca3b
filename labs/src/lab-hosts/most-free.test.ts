import { expect, test } from 'vitest';
import { type LabHostCapacity, mostFree } from './most-free.ts';

const host = (name: string, more: Partial<LabHostCapacity>) => ({
  name,
  ...{ running: 0, starting: 0, maximum: 10, freeMegabytes: 4_000, memoryMegabytes: 512, ...more },
});
const chosen = (...hosts: ReturnType<typeof host>[]) => mostFree(hosts, (one) => one)?.name;

test('a lab starts at the host with the most free memory', () => {
  expect(chosen(host('one', { freeMegabytes: 3_000 }), host('two', {}))).toBe('two');
  expect(chosen(host('one', { running: 9 }), host('two', { freeMegabytes: 3_000 }))).toBe('one');
});

test('labs that start have their memory already', () => {
  expect(chosen(host('one', { starting: 3 }), host('two', { freeMegabytes: 3_000 }))).toBe('two');
});

test('a host without a place takes none, however much memory it has', () => {
  expect(chosen(host('one', { running: 6, starting: 4 }), host('two', { freeMegabytes: 100 }))).toBe('two');
  expect(chosen(host('one', { maximum: 0 }))).toBeUndefined();
});
