import { headerLine, mailAddress } from './email';

describe('mailAddress', () => {
  it.each(['ada@example.com', "o'brien+x@sub.example.co", 'a@bücher.example', 'root@localhost'])(
    'takes %s',
    (address) => {
      expect(mailAddress(` ${address} `)).toBe(address);
    },
  );

  it.each([
    null,
    undefined,
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example..com',
    'ada@-example.com',
    'Ada <ada@example.com>',
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\n@example.com',
    '"a b"@example.com',
    'a b@example.com',
    'ada@exam ple.com',
    'ada@example.com>',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses %j', (address) => {
    expect(mailAddress(address)).toBeUndefined();
  });
});

it('makes one line of any text', () => {
  expect(headerLine(' Acme\r\nBcc: x@example.com\t\u2028Ltd ', 100)).toBe(
    'Acme Bcc: x@example.com Ltd',
  );
});
