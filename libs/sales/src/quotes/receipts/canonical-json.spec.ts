import fc from 'fast-check';
import { runs } from '../../../../../test/support/tier.js';
import { canonicalJson, type CanonicalValue } from './canonical-json.js';
import { contentHash } from './content-hash.js';

describe('canonical JSON', () => {
  it('example 43: has the hash that anybody works out', () => {
    const quote = {
      total: '107.08',
      revision: 1,
      number: 'Q-000001',
      lines: [{ unitPrice: '49.99', tax: '17.10', quantity: '2', position: 1, net: '89.98' }],
      currency: 'EUR',
    };
    expect(canonicalJson(quote)).toBe(
      '{"currency":"EUR","lines":[{"net":"89.98","position":1,"quantity":"2","tax":"17.10",' +
        '"unitPrice":"49.99"}],"number":"Q-000001","revision":1,"total":"107.08"}',
    );
    expect(contentHash(quote)).toBe(
      '14fccafe3a7787358fd78ae2f30eb7f9a6a336d5872f4da3168cb0d07e3937c1',
    );
  });

  it('sorts names by UTF-16 code units and escapes as RFC 8785 shows', () => {
    const sorted = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6 };
    expect(canonicalJson(sorted)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
    expect(canonicalJson('\u20ac$\u000f\nA\'B"\\/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\/"');
  });

  it('leaves out what is absent or null, and has no text for null elsewhere', () => {
    expect(canonicalJson({ a: null, b: undefined, c: [] })).toBe('{"c":[]}');
    expect(() => canonicalJson([null])).toThrow(TypeError);
    expect(() => canonicalJson(null)).toThrow(TypeError);
  });

  it('refuses fractions and half a surrogate', () => {
    for (const value of [0.5, Number.NaN, 2 ** 53, '\ud800', { '\udfff': 1 }]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
  });

  it('is the same whatever the order of the members, and another for another value', () => {
    const value = fc.letrec<{ any: CanonicalValue }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'grapheme' }),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: 'grapheme' }), tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    const turned = (of: CanonicalValue): CanonicalValue => {
      if (Array.isArray(of)) return of.map(turned);
      if (typeof of !== 'object' || of === null) return of;
      const entries = Object.entries(of).reverse();
      return Object.fromEntries(entries.map(([name, each]) => [name, turned(each)]));
    };
    fc.assert(
      fc.property(value, (each) => {
        expect(canonicalJson(turned(each))).toBe(canonicalJson(each));
        const plain = JSON.stringify(each, (_, v: unknown) => (Object.is(v, -0) ? 0 : v));
        expect(JSON.parse(canonicalJson(each))).toEqual(JSON.parse(plain));
      }),
      { numRuns: runs(300) },
    );
  });
});
