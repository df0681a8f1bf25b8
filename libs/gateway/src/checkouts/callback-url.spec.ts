import { judgeBaseUrl, judgeCallbackUrl, normaliseOrigin, ownOrigins } from './callback-url.js';

const own = ['https://portal.example', 'https://shop.example', 'https://xn--bcher-kva.example'];
const unlisted = { allowedOrigins: [], ownOrigins: own, production: true };
const listed = { allowedOrigins: ['https://shop.example'], ownOrigins: own, production: true };
const local = { ...unlisted, production: false };

describe('callback URLs', () => {
  test.each([
    ['https://shop.example/return'],
    ['https://shop.example/return?order=1#top'],
    ['https://portal.example/'],
    ['HTTPS://Shop.Example/return'],
    ['https://xn--bcher-kva.example/'],
  ])('%s may be returned to', (url) => {
    expect(judgeCallbackUrl(url, unlisted)).toEqual({ url: new URL(url).href });
  });

  test.each([
    ['https://evil.example/'],
    ['https://shop.example.evil.example/'],
    ['https://sub.shop.example/'],
    ['https://shop.example:8443/return'],
    ['https://10.0.0.5/'],
  ])('%s may not without an allowlist: it is not our own', (url) => {
    expect(judgeCallbackUrl(url, unlisted)).toMatchObject({ code: 'origin' });
    expect(judgeCallbackUrl(url, local)).toMatchObject({ code: 'origin' });
  });

  test.each([
    ['http://shop.example/return'],
    ['javascript:alert(1)'],
    ['data:text/html,hi'],
    ['file:///etc/passwd'],
    ['ftp://shop.example/'],
    ['//shop.example/return'],
    ['/return'],
    ['https:shop.example'],
    ['https:/shop.example'],
    ['https:///shop.example'],
    ['https://'],
    ['https://user@shop.example/'],
    ['https://user:word@shop.example/'],
    ['https://@shop.example/'],
    ['https://shop.example@evil.example/'],
    ['https://shop.example\\@evil.example/'],
    ['https:\\\\evil.example'],
    ['https://shop.example /'],
    [' https://shop.example/'],
    ['https://shop.example/\r\nSet-Cookie: a=b'],
    ['https://shop\t.example/'],
    ['https://ѕhop.example/'],
    ['https://shop。example/'],
    ['https://1.example:99999/'],
    ['https://0x7f.1/'],
    ['https://2130706433/'],
    ['https://0177.0.0.1/'],
    ['https://127.1/'],
    ['https://127.0.0.1/'],
    ['https://localhost/'],
    ['https://10.0.0.5/'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://[::1]/'],
    ['https://[::ffff:127.0.0.1]/'],
    ['https://[fe80::1]/'],
    ['https://%6cocalhost/'],
    ['https://shop.example./'],
    ['http://localhost:5173/'],
    [`https://shop.example/${'a'.repeat(2048)}`],
    [''],
  ])('%o may not, in production', (url) => {
    expect(judgeBaseUrl(url, true)).toHaveProperty('code');
    const ours = URL.canParse(url) ? [new URL(url).origin] : [];
    // An address in digits is a matter of the list alone.
    if (/^https:\/\/(10\.|169\.|\[fe80)/.test(url)) return;
    const verdict = judgeCallbackUrl(url, { ...unlisted, allowedOrigins: ours });
    expect(verdict).toHaveProperty('code');
  });

  test.each([['http://localhost:5173/done'], ['http://127.0.0.1:5173/'], ['http://[::1]:80/']])(
    '%s may be returned to outside production',
    (url) => {
      expect(judgeCallbackUrl(url, local)).toHaveProperty('url');
    },
  );

  test('plain http leads to this machine only', () => {
    expect(judgeCallbackUrl('http://localhost.evil.example/', local)).toHaveProperty('code');
  });

  test.each([
    ['https://evil.example/'],
    ['https://shop.example.evil.example/'],
    ['https://shop.example:444/'],
    ['https://sub.shop.example/'],
  ])('%s is not on the allowlist', (url) => {
    expect(judgeCallbackUrl(url, listed)).toMatchObject({ code: 'origin' });
  });

  test('an allowed origin may be returned to, wherever on it', () => {
    expect(judgeCallbackUrl('https://shop.example:443/a/b', listed)).toEqual({
      url: 'https://shop.example/a/b',
    });
  });
});

describe('origins of an allowlist', () => {
  test.each([
    ['https://Shop.example', 'https://shop.example'],
    ['https://shop.example:443/', 'https://shop.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
  ])('%s is kept as %s', (text, origin) => {
    expect(normaliseOrigin(text)).toBe(origin);
  });

  test.each([['https://shop.example/path'], ['http://shop.example'], ['*'], ['https://a b']])(
    '%s is none',
    (text) => {
      expect(normaliseOrigin(text)).toBeUndefined();
    },
  );
});

test('own origins are those of the product and of the website, where there is one', () => {
  const product = ['https://portal.example/', 'http://localhost:3000'];
  const origins = ['https://portal.example', 'http://localhost:3000'];
  expect(ownOrigins(null, product)).toEqual(origins);
  expect(ownOrigins('https://www.Acme.example/about?x=1', product)).toEqual([
    ...origins,
    'https://www.acme.example',
  ]);
  expect(ownOrigins('https://', product)).toEqual(origins);
});
