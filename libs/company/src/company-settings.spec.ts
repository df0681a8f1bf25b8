import { parseLocalDate } from '@quittance/calendar';
import { DomainError } from '@quittance/kernel';
import { checkSettings, type CompanyPatch } from './company-settings.js';

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

it.each([
  ['buyerOwes', { country: 'CH', supplies: 'all' }, '/taxOptions/buyerOwes/0/country'],
  ['sourcing', { state: 'XX', by: 'origin' }, '/taxOptions/sourcing/0/state'],
])('tax options of %s that name no such place are refused', (member, option, pointer) => {
  expect(() => checkSettings({ taxOptions: { [member]: [option] } })).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({
        errors: [expect.objectContaining({ pointer })],
      }) as object,
    }) as Error,
  );
});

const pointersOf = (patch: CompanyPatch): readonly (string | undefined)[] => {
  try {
    checkSettings(patch);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return (error.options.errors ?? []).map((e) => e.pointer);
    throw error;
  }
};

it.each([
  [null, null, ['/taxOptions/buyerOwes/1']],
  [null, '2026-01-01', []],
])('a tax option is said once of a day (%s, %s)', (one, other, refused) => {
  const buyerOwes = [one, other].map((day) => ({
    country: 'AT',
    supplies: 'all' as const,
    validFrom: day === null ? null : parseLocalDate(day),
  }));
  expect(pointersOf({ taxOptions: { buyerOwes } })).toEqual(refused);
  const intermediaries = buyerOwes.map(({ validFrom }) => ({
    at: 'recipient' as const,
    validFrom,
  }));
  const there = refused.map((pointer) => pointer.replace('buyerOwes', 'intermediaries'));
  expect(pointersOf({ taxOptions: { intermediaries } })).toEqual(there);
});
