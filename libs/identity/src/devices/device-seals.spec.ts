import { newId } from '@quittance/kernel';
import { AccessTokens } from '../tokens/access-tokens.js';
import { formatToken, newOpaqueToken } from '../tokens/opaque-token.js';
import { DeviceSeals } from './device-seals.js';
import { deviceHash } from './device-store.js';

const sealsOf = (secret: string) => new DeviceSeals(new AccessTokens({ host: 'staff', secret }));
const seals = sealsOf('a'.repeat(32));
const aToken = () => formatToken(newOpaqueToken('qd', newId<'company'>()));
const countedIn = (text: string) => seals.claimsIn(text).map(({ most }) => most);

/** The same with another sign at the place. */
function changedAt(token: string, place: number): string {
  const other = token[place] === 'A' ? 'B' : 'A';
  return token.slice(0, place) + other + token.slice(place + 1);
}

test('a token and the same with its seal are one device', () => {
  const token = aToken();
  const sealed = seals.seal(token);
  expect(sealed).toMatch(new RegExp(`^${token}[\\w-]{22}$`));
  expect(seals.seal(sealed)).toBe(sealed);
  expect(deviceHash(sealed)).toEqual(deviceHash(token));
});

test('a token whose seal is of no or another key is made up, and none without a seal is', () => {
  const token = aToken();
  const sealed = seals.seal(token);
  expect(countedIn(`{"deviceToken":"${sealed}"}`)).toEqual([5]);
  expect(countedIn(`device=${token}; other=1`)).toEqual([20]);
  for (const place of [5, 50, 80, 90]) expect(countedIn(changedAt(sealed, place))).toEqual([]);
  expect(countedIn(sealsOf('b'.repeat(32)).seal(token))).toEqual([]);
  for (const text of ['', 'qd_', `${token}x`, token.slice(1), token.slice(0, -1)]) {
    expect(countedIn(text)).toEqual([]);
  }
});

test('each sealed device is counted apart, those without a seal together', () => {
  const [one, two] = [seals.seal(aToken()), seals.seal(aToken())];
  const counted = (text: string) => seals.claimsIn(text).map((claim) => claim.counted);
  expect(new Set(counted(`${one}; ${two}; ${one}`)).size).toBe(2);
  expect(counted(aToken())).toEqual(counted(aToken()));
});

test('of a text no more is looked at than a browser keeps', () => {
  const many = Array.from({ length: 30 }, () => seals.seal(aToken()));
  expect(seals.claimsIn(many.join('; '))).toHaveLength(20);
});
