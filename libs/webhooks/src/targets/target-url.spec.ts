import { judgeTargetUrl } from './target-url.js';

const RULES = { allowPrivate: false, ownHosts: ['staff.example.com'] };
const judge = (url: string, allowPrivate = false) =>
  judgeTargetUrl(url, { ...RULES, allowPrivate });

describe('judgeTargetUrl', () => {
  it.each([
    ['https://hooks.example.org/in?x=1', 'https://hooks.example.org/in?x=1'],
    ['https://hooks.example.org:443/', 'https://hooks.example.org/'],
    ['https://hooks.example.org:8443/a', 'https://hooks.example.org:8443/a'],
    ['HTTPS://Hooks.Example.ORG/A', 'https://hooks.example.org/A'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('takes %s as %s', (given, stored) => {
    expect(judge(given)).toEqual({ url: stored });
  });

  it.each([
    ['hooks.example.org', 'format'],
    ['', 'format'],
    ['https://', 'format'],
    ['http://hooks.example.org/', 'scheme'],
    ['ftp://hooks.example.org/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user:secret@hooks.example.org/', 'credentials'],
    ['https://hooks.example.org@10.0.0.1/', 'credentials'],
    ['https://hooks.example.org/#part', 'fragment'],
    ['https://hooks.example.org/#', 'fragment'],
    ['https://hooks.example.org:22/', 'port'],
    ['https://hooks.example.org:80/', 'port'],
    ['https://8.8.8.8/', 'host'],
    ['https://127.0.0.1/', 'host'],
    ['https://2130706433/', 'host'],
    ['https://0x7f.1/', 'host'],
    ['https://0177.0.0.1/', 'host'],
    ['https://127.1/', 'host'],
    ['https://[::1]/', 'host'],
    ['https://[::ffff:127.0.0.1]/', 'host'],
    ['https://１２７.0.0.1/', 'host'],
    ['https://localhost/', 'host'],
    ['https://localhost./', 'host'],
    ['https://api.localhost/', 'host'],
    ['https://printer.local/', 'host'],
    ['https://metadata.google.internal/computeMetadata/v1/', 'host'],
    ['https://metadata.google.internal./', 'host'],
    ['https://metadata.amazonaws.com/', 'host'],
    ['https://intranet.corp/', 'host'],
    ['https://nas.home.arpa/', 'host'],
    ['https://hidden.onion/', 'host'],
    ['https://intranet/', 'host'],
    ['https://staff.example.com/', 'host'],
    ['https://staff.example.com./', 'host'],
    [`https://hooks.example.org/${'a'.repeat(2048)}`, 'max_length'],
  ])('refuses %s for its %s', (given, code) => {
    expect(judge(given)).toMatchObject({ code });
  });

  it('lets a development system call itself', () => {
    expect(judge('http://127.0.0.1:9999/in', true)).toEqual({ url: 'http://127.0.0.1:9999/in' });
    expect(judge('https://localhost:4443/', true)).toEqual({ url: 'https://localhost:4443/' });
    expect(judge('ftp://localhost/', true)).toMatchObject({ code: 'scheme' });
  });
});
