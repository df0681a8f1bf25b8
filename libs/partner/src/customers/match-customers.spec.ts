import fc from 'fast-check';
import { matchKeys, traitsOf, type EndCustomer } from './end-customer.js';
import { matchCustomers } from './match-customers.js';
import { nameForms } from './name-forms.js';
import { registrableDomain } from './domain-of.js';
import { similarity } from './similarity.js';
import { taxNumberOf } from './tax-number.js';

const nothing = {
  taxNumber: null,
  website: null,
  email: null,
  street: null,
  postalCode: null,
  city: null,
};
const customer = (over: Partial<EndCustomer>): EndCustomer => ({
  name: 'Acme',
  country: 'DE',
  ...nothing,
  ...over,
});
const match = (a: Partial<EndCustomer>, b: Partial<EndCustomer>) =>
  matchCustomers(traitsOf(customer(a)), traitsOf(customer(b)));

describe('the form of a name', () => {
  it.each([
    ['ACME GmbH', 'acme'],
    ['Acme G.m.b.H.', 'acme'],
    ['Acme GmbH & Co. KG', 'acme'],
    ['Müller AG', 'Mueller'],
    ['Müller AG', 'Muller'],
    ['Société Générale S.A.', 'Societe Generale'],
    ['SARL Dupont', 'Dupont SAS'],
    ['Smith & Sons, Inc.', 'smith and sons'],
    ['Tata Steel Pvt. Ltd.', 'TATA  Steel'],
    ['Ａｃｍｅ', 'acme'],
    ['Straße AG', 'Strasse'],
    ['Børge A/S', 'Boerge'],
  ])('%s is one of those of %s', (a, b) => {
    expect(nameForms(a).filter((form) => nameForms(b).includes(form))).not.toEqual([]);
  });

  it('does not take Muller for Mueller', () => {
    expect(nameForms('Muller')).not.toContain(nameForms('Mueller')[0]);
  });

  it('leaves a name that is nothing but legal forms, and none of a name without letters', () => {
    expect(nameForms('Co')).toEqual(['co']);
    expect(nameForms('AG & Co')).toEqual(['ag']);
    expect(nameForms('!!!')).toEqual([]);
  });
});

describe('the domain of a business', () => {
  it.each([
    ['https://Shop.Acme.co.uk/en?x=1', 'acme.co.uk'],
    ['jo@mail.acme.de', 'acme.de'],
    ['www.münchen.de', 'xn--mnchen-3ya.de'],
    ['acme.de:8443', 'acme.de'],
    ['someone@gmail.com', null],
    ['gmx.de', null],
    ['localhost', null],
    ['192.168.0.1', null],
    ['not a host', null],
    ['', null],
  ])('of %s is %s', (address, domain) => {
    expect(registrableDomain(address)).toBe(domain);
  });
});

describe('a tax number', () => {
  it.each([
    ['DE 123 456 789', 'DE', '123456789', 'DE'],
    ['123456789', 'DE', '123456789', 'DE'],
    ['EL-123456789', 'GR', '123456789', 'GR'],
    ['fr ab123456789', 'FR', 'AB123456789', 'FR'],
    ['DE123456789', 'AT', '123456789', 'DE'],
    ['NO12', 'DE', 'NO12', 'DE'],
  ])('%s of %s', (text, country, number, of) => {
    expect(taxNumberOf(text, country)).toEqual({ number, country: of });
  });

  it('is none without a letter or digit', () => {
    expect(taxNumberOf(' -/. ', 'DE')).toBeNull();
  });
});

describe('two end customers', () => {
  it('with one tax number are the same, whatever else they say', () => {
    const of = (country: string, name: string) => ({ country, name, taxNumber: '123456789' });
    expect(match(of('DE', 'Acme'), of('AT', 'Other'))).toBe('same');
  });

  it('with different tax numbers of one country are not, whatever else they say', () => {
    const website = 'acme.de';
    expect(match({ taxNumber: 'DE1', website }, { taxNumber: 'DE2', website })).toBe('different');
  });

  it('with different numbers of two countries are looked at further', () => {
    const website = 'acme.de';
    const of = { website, country: 'AT', taxNumber: '2' };
    expect(match({ website, taxNumber: '1' }, of)).toBe('same');
  });

  it('at one domain are the same, and not at one of free e-mail', () => {
    expect(match({ name: 'A1', email: 'x@acme.de' }, { name: 'B2', website: 'www.acme.de' })).toBe(
      'same',
    );
    expect(
      match({ name: 'Abcdef', email: 'x@gmx.de' }, { name: 'Uvwxyz', email: 'y@gmx.de' }),
    ).toBe('different');
  });

  it('of one name are the same in one country, and may be in two', () => {
    expect(match({ name: 'Acme GmbH' }, { name: 'ACME AG' })).toBe('same');
    expect(match({ name: 'Acme GmbH' }, { name: 'ACME AG', country: 'AT' })).toBe('possible');
  });

  it('of names that are alike may be the same', () => {
    expect(match({ name: 'Northwind Traders' }, { name: 'Northwind Trader' })).toBe('possible');
    const at = { street: 'High Street 1', postalCode: '10115' };
    const [a, b] = ['Northwind Traders', 'Northwind Trading Centre'];
    expect(match({ name: a, ...at }, { name: b, ...at })).toBe('possible');
    expect(match({ name: a, ...at }, { name: b })).toBe('different');
  });

  const anyCustomer = fc.record({
    name: fc.constantFrom('Acme GmbH', 'ACME', 'Müller', 'Mueller AG', 'Acmes', 'Northwind', ''),
    country: fc.constantFrom('DE', 'AT'),
    taxNumber: fc.constantFrom(null, 'DE123456789', '123456789', 'ATU99999999'),
    website: fc.constantFrom(null, 'acme.de', 'www.acme.de', 'gmx.de', 'mueller.at'),
    email: fc.constantFrom(null, 'a@acme.de', 'b@gmail.com'),
    street: fc.constantFrom(null, 'High Street 1'),
    postalCode: fc.constantFrom(null, '10115'),
    city: fc.constant(null),
  });

  it('match one another alike, and the same always share a key that is held', () => {
    fc.assert(
      fc.property(anyCustomer, anyCustomer, (a, b) => {
        const [one, other] = [traitsOf(a), traitsOf(b)];
        const found = matchCustomers(one, other);
        expect(matchCustomers(other, one)).toBe(found);
        const shared = matchKeys(one).filter((key) => matchKeys(other).includes(key));
        expect(found !== 'same' || shared.length > 0).toBe(true);
      }),
    );
  });
});

describe('how alike texts are', () => {
  it.each([
    ['acme', 'acme', 1],
    ['acme', 'acne', 0.75],
    ['', '', 1],
    ['', 'ab', 0],
    ['abcd', 'ab', 0.5],
  ])('%s and %s', (a, b, is) => {
    expect(similarity(a, b)).toBe(is);
    expect(similarity(b, a)).toBe(is);
  });
});
