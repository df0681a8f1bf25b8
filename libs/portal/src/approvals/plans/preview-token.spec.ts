import { newId } from '@quittance/kernel';
import { previewToken, readPreviewToken } from './preview-token.js';

const change = {
  planId: newId<'plan'>(),
  quantity: '3',
  effective: 'now',
  previewHash: 'a'.repeat(64),
} as const;
const tokenOf = (said: unknown) => Buffer.from(JSON.stringify(said)).toString('base64url');

it('says what was previewed, whole or in part', () => {
  expect(readPreviewToken(previewToken(change))).toEqual(change);
  const { effective: _, ...least } = change;
  const named = { ...least, itemId: newId<'subscription-item'>() as never };
  expect(readPreviewToken(previewToken(named))).toEqual(named);
});

it.each([
  ['no token', 'x'],
  ['an object', tokenOf({ ...change })],
  ['a price beside', tokenOf([change.planId, '3', null, 'now', 'a', '0.01'])],
  ['no plan', tokenOf(['plan', '3', null, 'now', 'a'])],
  ['nothing of it', tokenOf([change.planId, '0', null, 'now', 'a'])],
  ['less than nothing', tokenOf([change.planId, '-1', null, 'now', 'a'])],
  ['a day of its own', tokenOf([change.planId, '1', null, 'day', 'a'])],
  ['no hash', tokenOf([change.planId, '1', null, null, null])],
])('refuses %s', (_, token) => {
  expect(() => readPreviewToken(token)).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});
