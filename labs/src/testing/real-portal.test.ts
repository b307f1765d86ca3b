import { expect, it } from 'vitest';
import { realPortal } from './real-portal.ts';

it('a portal and its robot are named by one address', () => {
  expect(realPortal('https://robot%40educates:p%2Fw@labs.example.org/?client=id:se%3Acret&workshop=small')).toEqual({
    url: 'https://labs.example.org',
    robot: { user: 'robot@educates', password: 'p/w', clientId: 'id', clientSecret: 'se:cret' },
    workshop: 'small',
  });
  // The robot of a portal has the same name everywhere.
  expect(realPortal('https://:p@labs.example.org/?client=a:b&workshop=c')?.robot.user).toBe('robot@educates');
});

it('an address without a part says which one is missing', () => {
  for (const none of [undefined, '']) expect(realPortal(none)).toBeNull();
  expect(() => realPortal('labs')).toThrow('no address');
  expect(() => realPortal('https://labs.example.org')).toThrow(
    'LAB_PORTAL_URL lacks the password of the robot, ?client=id:secret, &workshop=name',
  );
});
