import type { DomainError } from '@quittance/kernel';
import { AvataxEngine } from '@quittance/tax-avatax/host';
import { TaxjarEngine } from '@quittance/tax-taxjar/host';
import { mergedCredentials, readEngineCredentials, readEngineSettings } from './connector-input.js';

const avatax = new AvataxEngine();
const taxjar = new TaxjarEngine();

function pointersOf(work: () => unknown): (string | undefined)[] {
  try {
    work();
    return [];
  } catch (error) {
    return ((error as DomainError).options.errors ?? []).map(({ pointer }) => pointer);
  }
}

describe('credentials', () => {
  const read = (sent: object, stored: string[] = []) =>
    pointersOf(() => readEngineCredentials(avatax, { ...sent }, new Set(stored)));

  test.each([
    [{ accountId: '1', licenseKey: 'x' }],
    [{ username: 'u', password: 'p' }],
    [{ token: 't' }],
  ])('%j are one whole set', (sent) => {
    expect(read(sent)).toEqual([]);
  });

  test.each([
    [{ accountId: '1' }, ['/credentials/licenseKey']],
    [{ password: 'p' }, ['/credentials/username']],
    [{}, ['/credentials/accountId', '/credentials/licenseKey']],
    [{ token: '' }, ['/credentials/token']],
    [{ token: 5 }, ['/credentials/token']],
    [{ 'a/b~': 'x', token: 't' }, ['/credentials/a~1b~0']],
  ])('%j are refused', (sent, pointers) => {
    expect(read(sent)).toEqual(pointers);
  });

  test('may be left out when they are stored', () => {
    expect(read({}, ['token'])).toEqual([]);
    expect(read({ licenseKey: 'new' }, ['accountId', 'licenseKey'])).toEqual([]);
  });

  test('of a set that is sent whole stand in for every other', () => {
    const stored = { accountId: '1', licenseKey: 'x' };
    expect(mergedCredentials(avatax, stored, { licenseKey: 'y' })).toEqual({
      accountId: '1',
      licenseKey: 'y',
    });
    expect(mergedCredentials(avatax, stored, { token: 't' })).toEqual({ token: 't' });
  });
});

describe('the address of a provider', () => {
  const read = (baseUrl: unknown, production: boolean) =>
    pointersOf(() => readEngineSettings(taxjar, { baseUrl }, production));

  test('in production is one of its own', () => {
    expect(read('https://api.taxjar.com/v2/', true)).toEqual([]);
    expect(read('https://api.sandbox.taxjar.com', true)).toEqual([]);
    for (const url of [
      'https://api.taxjar.com.evil.example',
      'http://api.taxjar.com',
      'https://127.0.0.1',
      'https://api.taxjar.com:8443',
    ]) {
      expect(read(url, true)).toEqual(['/settings/baseUrl']);
    }
  });

  test('elsewhere is any, without credentials or query', () => {
    expect(read('http://127.0.0.1:4000', false)).toEqual([]);
    for (const url of ['http://u:p@host', 'https://host?x=1', 'ftp://host', 'host', '', 5, null]) {
      expect(read(url, false)).toEqual(['/settings/baseUrl']);
    }
  });

  test('is kept without the slash at its end', () => {
    const settings = readEngineSettings(avatax, { baseUrl: 'http://127.0.0.1:4000/' }, false);
    expect(settings).toEqual({ baseUrl: 'http://127.0.0.1:4000' });
  });
});
