import { KeyedLimits } from '@quittance/http/host';
import { SignInLimits } from './sign-in-limits.js';

test('an address of IPv6 is as many as its network has', () => {
  const most = 3;
  const limits = new SignInLimits(new KeyedLimits(), {
    rateLimitPortalForgot: 100,
    rateLimitPortalForgotAddress: most,
  } as never);
  const ask = (n: number, network: string) =>
    limits.forgot(`somebody-${n}@example.com`, `2001:db8:0:${network}::${n + 1}`);
  for (let n = 0; n < most; n += 1) ask(n, '1');
  expect(() => ask(most, '1')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(() => ask(most, '2')).not.toThrow();
});
