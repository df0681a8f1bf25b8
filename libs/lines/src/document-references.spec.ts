import { NO_ADDRESS } from '@quittance/company';
import { documentReferenceMembers } from './document-references.js';

const { taken } = documentReferenceMembers.deliveryAddress;
const NOWHERE = { ...NO_ADDRESS, recipient: null };

describe('a place that is sent', () => {
  it('is one with all its members', () => {
    expect(taken({ city: 'Husum' })).toEqual({ ...NOWHERE, city: 'Husum' });
    expect(taken({ recipient: 'Goods-in', city: undefined })).toEqual({
      ...NOWHERE,
      recipient: 'Goods-in',
    });
    const whole = { ...NOWHERE, line1: 'Am Deich 1', country: 'DE' };
    expect(taken(whole)).toEqual(whole);
  });

  it.each([{}, { line1: null }, { line1: ' ', city: '' }, { city: undefined }])(
    'is none where nothing is said: %j',
    (sent) => {
      expect(taken(sent)).toBeNull();
    },
  );

  it.each([{ street: null }, { line1: 5 }, { country: [] }])(
    'keeps what is refused: %j',
    (sent) => {
      expect(taken(sent)).toMatchObject(sent);
    },
  );
});
