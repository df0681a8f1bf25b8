import { addressLines } from './address-lines.js';

const placeOf = (country: string, region: string | null) => {
  const address = { line1: null, line2: null, city: 'City', region, postalCode: '12345', country };
  return addressLines(address, 'en', country)[0];
};

it.each([
  ['US', 'US-CA', 'City CA 12345'],
  ['US', 'CA', 'City CA 12345'],
  ['US', 'us-ny', 'City ny 12345'],
  ['CA', 'CA-ON', 'City ON 12345'],
  ['AU', 'AU-NSW', 'City NSW 12345'],
  ['IN', 'IN-KA', 'City Karnataka 12345'],
  ['IN', '29', 'City Karnataka 12345'],
  ['IN', 'Elsewhere', 'City Elsewhere 12345'],
  ['IT', 'MI', '12345 City MI'],
  ['DE', 'US-CA', '12345 City US-CA'],
  ['DE', ' ', '12345 City'],
  ['GB', null, 'City 12345'],
])('in %s writes the region %j as people do', (country, region, line) => {
  expect(placeOf(country, region)).toBe(line);
});
