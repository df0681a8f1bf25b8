import { checkSettings } from './company-settings.js';

const settled = (country: string, number: string) => () =>
  checkSettings({ taxRegistrations: [{ country, number }] });

it.each([
  ['DE', 'DE123'],
  ['DE', 'DE12345678X'],
  ['DE', 'DE136695975'],
  ['IE', 'IE1234567A'],
  ['GR', 'EL12'],
  ['IN', '27AAPFU0939F1ZX'],
])('a registration in %s under %s is refused: it would stand on electronic invoices', (...said) => {
  expect(settled(...said)).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({
        errors: [expect.objectContaining({ pointer: '/taxRegistrations/0/number' })],
      }) as object,
    }) as Error,
  );
});

it.each([
  ['DE', 'DE 136 695 976'],
  ['DE', '12/345/67890'],
  ['GR', 'EL094019245'],
  ['IN', '27AAPFU0939F1ZV'],
  ['US', '12-3456789'],
  ['NL', 'EU372000063'],
])('one in %s under %s is taken', (...said) => {
  expect(settled(...said)).not.toThrow();
});
