import { networkOf } from '@academy/identity/network';
import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

it('clients that have gone before their request was counted count as one', () => {
  expect(networkOf(clientAddress({ ip: undefined }))).toBe('0.0.0.0');
  expect(networkOf(clientAddress({ ip: '192.0.2.1' }))).toBe('192.0.2.1');
});
