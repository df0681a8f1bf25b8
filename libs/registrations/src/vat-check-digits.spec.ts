import { checkedVatIdCountry, vatIdCountry } from './tax-ids.js';

/** Numbers of existing companies, and examples from the publications of the member states. */
const GENUINE = `ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628
  EE100594102 EL094259216 ESB58378431 ES54362315K ESX2482300W ESJ99216582 FI20774740 FR40303265045
  FR23334175221 HR33392005961 HU12892312 IE6433435F IE6433435OA IE8D79739I IT00743110157 LT119511515
  LT100001919017 LU15027442 LV40003521600 MT11679112 NL004495445B01 NL123456789B13 PL8567346215
  PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619`
  .trim()
  .split(/\s+/);

it.each(GENUINE)('%s is a VAT id', (number) => {
  const country = number.slice(0, 2);
  expect(checkedVatIdCountry(number)).toBe(country === 'EL' ? 'GR' : country);
});

/** The number with its last digit one higher: no rule lets that pass. */
const mistyped = (number: string) =>
  number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

/** Their last digits are no part of what is checked. */
const UNCHECKED_END = ['SE123456789701', 'NL004495445B01'];

it.each(GENUINE.filter((number) => !UNCHECKED_END.includes(number)))(
  '%s mistyped in its last digit is none',
  (number) => {
    expect(vatIdCountry(mistyped(number))).not.toBeNull();
    expect(checkedVatIdCountry(mistyped(number))).toBeNull();
  },
);

it.each(['SE123456780701', 'NL004495446B01', 'DE123456789'])('%s is none', (number) => {
  expect(checkedVatIdCountry(number)).toBeNull();
});

it('takes numbers by their format where no rule is published', () => {
  expect(checkedVatIdCountry('FRXX303265045')).toBe('FR');
  expect(checkedVatIdCountry('CZ640903926')).toBe('CZ');
  expect(checkedVatIdCountry('BG7523169263')).toBe('BG');
});
