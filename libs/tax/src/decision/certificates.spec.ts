import { RateBook } from '../rate-books/rate-book.js';
import { aRequest } from '../testing/builders.js';
import {
  at,
  BOOK,
  caseRequest,
  day,
  digital,
  outcomeAndWarnings,
  price,
  service,
  type Case,
} from '../testing/tax-cases.js';
import { EXEMPTION_KINDS, type ExemptionKind } from './exemption-kinds.js';

/** `diplomatic`, or `resale US-TX CA-BC` with the jurisdictions that it names. */
function bookOf(...texts: readonly string[]): RateBook {
  const exemptions = texts.map((text, i) => {
    const [kind = '', ...jurisdictionIds] = text.split(' ');
    const valid = { validFrom: day('2020-01-01'), validTo: null };
    const certificate = `C-${i + 1}`;
    return { accountId: 'a', kind: kind as ExemptionKind, certificate, jurisdictionIds, ...valid };
  });
  return new RateBook({ ...BOOK, exemptions });
}

const AT_HOME = { seller: 'DE', to: 'DE', buyer: 'C' } as const;
const WITHIN = { seller: 'DE', to: 'FR', buyer: 'B+FR' } as const;
const TEXAS = { seller: 'US-TX', to: 'US-TX', buyer: 'B' } as const;
const VANCOUVER = { seller: 'CA CA-BC', from: 'CA-BC', to: 'CA-BC', buyer: 'B' } as const;
const TORONTO = { seller: 'CA', from: 'CA-ON', to: 'CA-ON', buyer: 'B' } as const;
const UNUSED = 'certificate_not_applied';

describe('a certificate under article 151', () => {
  it.each<[string, string, Case, string]>([
    ['at home', 'diplomatic', AT_HOME, 'E 0 exempt_diplomatic'],
    ['of a body of the Union', 'union_body', AT_HOME, 'E 0 exempt_union_body'],
    [
      'of another organisation',
      'international_organisation',
      AT_HOME,
      'E 0 exempt_international_organisation',
    ],
    ['comes before K', 'diplomatic', WITHIN, 'E 0 exempt_diplomatic'],
    ['comes before AE', 'diplomatic', { ...WITHIN, line: service }, 'E 0 exempt_diplomatic'],
    [
      'comes before a reverse charge at home',
      'diplomatic',
      { ...AT_HOME, buyer: 'B+DE', line: { taxCode: 'scrap' } },
      'E 0 exempt_diplomatic',
    ],
    [
      'comes before a One-Stop-Shop',
      'diplomatic',
      { seller: 'DE DE!oss_union', to: 'FR', buyer: 'C', line: digital },
      'E 0 exempt_diplomatic',
    ],
    [
      'comes behind what the class exempts',
      'diplomatic',
      { ...AT_HOME, line: { ...service, taxCode: 'lessons' } },
      'E 0 exempt_education',
    ],
    [
      'comes behind a small business',
      'diplomatic',
      { ...AT_HOME, seller: 'DE!small_business' },
      'E 0 small_business',
    ],
    ['leaves an export one', 'diplomatic', { ...AT_HOME, to: 'CH' }, 'G 0 export'],
    [
      'leaves a service abroad',
      'diplomatic',
      { ...WITHIN, to: 'CH', buyer: 'B', line: service },
      'O 0 service_abroad',
    ],
    [
      'is of supplies at a place in the Union',
      'diplomatic',
      { ...WITHIN, line: at('immovable', 'FR') },
      'E 0 exempt_diplomatic',
    ],
    [
      'frees nobody who charges nothing where the supply begins',
      'diplomatic',
      { seller: 'US-TX', seat: 'DE', to: 'DE', buyer: 'C' },
      'O 0 not_registered + registration_missing',
    ],
    ['holds where it says', 'diplomatic FR', WITHIN, 'E 0 exempt_diplomatic'],
    ['holds by the state whose tax it is', 'diplomatic DE', WITHIN, 'E 0 exempt_diplomatic'],
    [
      'does not hold elsewhere',
      'diplomatic AT',
      { ...WITHIN, buyer: 'B' },
      'S 19 taxed + id_of_another_state_missing',
    ],
    ['of forces, within a state', 'armed_forces', AT_HOME, 'E 0 exempt_armed_forces'],
    ['of forces, to another', 'armed_forces', WITHIN, 'E 0 exempt_armed_forces_abroad'],
    [
      'of forces, within a state that is no party',
      'armed_forces',
      { seller: 'AT', to: 'AT', buyer: 'C' },
      `S 20 taxed + ${UNUSED}`,
    ],
    [
      'of forces, to a state that is no party',
      'armed_forces',
      { ...WITHIN, to: 'AT' },
      'E 0 exempt_armed_forces_abroad',
    ],
    [
      'outside the Union',
      'diplomatic',
      { ...AT_HOME, seller: 'GB', to: 'GB' },
      `S 20 taxed + ${UNUSED}`,
    ],
    ['in the United States', 'diplomatic US', TEXAS, `S 6.25 taxed + ${UNUSED}`],
    [
      'of goods from outside it',
      'diplomatic',
      { seller: 'DE DE!ioss', from: 'CN', to: 'FR', buyer: 'C' },
      `S 20 import_one_stop_shop + ${UNUSED}`,
    ],
  ])('%s: %s', (_, certificate, sale, expected) => {
    expect(outcomeAndWarnings(sale, bookOf(certificate))).toBe(expected);
  });

  it('is shown by its number, whatever else the customer has', () => {
    const [line] = price(AT_HOME, bookOf('resale', 'diplomatic', 'other')).lines;
    expect(line).toMatchObject({ reason: 'exempt_diplomatic', taxes: [{ certificate: 'C-2' }] });
  });

  it('is shown where no rate is known that it frees of', () => {
    const line = { taxCode: 'reduced', taxRate: '4' };
    const [sold] = price({ ...TEXAS, line }, bookOf('resale US')).lines;
    expect(sold?.taxes).toMatchObject([{ kind: 'exempt', tax: 0n, certificate: 'C-1' }]);
  });

  it('stays with no other ground', () => {
    const [line] = price({ ...AT_HOME, to: 'CH' }, bookOf('diplomatic')).lines;
    expect(line?.taxes).toMatchObject([{ kind: 'export' }]);
    expect(line?.taxes[0]).not.toHaveProperty('certificate');
  });
});

describe('a certificate of resale', () => {
  it.each<[string, string, Case, string]>([
    ['of a state', 'resale US-TX', TEXAS, 'E 0 exempt_resale'],
    ['of all states', 'resale', TEXAS, 'E 0 exempt_resale'],
    [
      'of a rate that only the line knows',
      'resale US',
      { ...TEXAS, line: { taxCode: 'reduced', taxRate: '4' } },
      'E 0 exempt_resale',
    ],
    ['of another state', 'resale US-CA', TEXAS, 'S 6.25 taxed'],
    ['where nothing is charged', 'resale', { ...TEXAS, to: 'US-CA' }, 'O 0 not_registered'],
    ['of what leaves the country', 'resale', { ...TEXAS, to: 'DE' }, 'G 0 export'],
    ['where nobody knows the state', 'resale', { ...TEXAS, to: 'US' }, '? 0 place_unknown'],
    ['of value added tax', 'resale', AT_HOME, `S 19 taxed + ${UNUSED}`],
    ['of value added tax by name', 'resale DE', AT_HOME, `S 19 taxed + ${UNUSED}`],
    [
      'of a One-Stop-Shop',
      'resale',
      { ...AT_HOME, seller: 'DE DE!oss_union', to: 'FR' },
      `S 20 one_stop_shop + ${UNUSED}`,
    ],
    ['of the tax of a province, and not of the country', 'resale', VANCOUVER, 'S 5 taxed'],
    ['of a harmonised tax', 'resale CA', TORONTO, `S 13 taxed + ${UNUSED}`],
    [
      'of what goes to another member state',
      'resale',
      WITHIN,
      'K 0 intra_community + id_not_checked_online',
    ],
  ])('%s: %s', (_, certificate, sale, expected) => {
    expect(outcomeAndWarnings(sale, bookOf(certificate))).toBe(expected);
  });

  it('is of a country that the set-up does not have by its code alone', () => {
    const sale = { seller: 'US-TX', to: 'US-TX', buyer: 'B', line: { taxRate: '6' } } as const;
    const bare = { ...BOOK, jurisdictions: [], rates: [] };
    const held = { accountId: 'a', certificate: 'C-1', jurisdictionIds: [] };
    const valid = { validFrom: day('2020-01-01'), validTo: null };
    const reasonOf = (kind: ExemptionKind) => {
      const book = new RateBook({ ...bare, exemptions: [{ ...held, ...valid, kind }] });
      return price({ ...sale, seller: 'US-TX' }, book).lines[0]?.reason;
    };
    expect([reasonOf('resale'), reasonOf('first_nations')]).toEqual(['exempt_resale', 'line_rate']);
  });

  it('leaves each tax the certificate that frees of it', () => {
    const [line] = price(TORONTO, bookOf('other CA-ON', 'first_nations CA')).lines;
    const taxes = line?.taxes.map(({ jurisdiction, certificate }) => [jurisdiction, certificate]);
    expect(taxes).toEqual([
      ['CA', 'C-2'],
      ['CA-ON', 'C-1'],
    ]);
    expect(line?.reason).toBe('exempt_first_nations');
  });
});

describe('a certificate of First Nations', () => {
  it.each<[string, string, Case, string]>([
    ['of all of Canada', 'first_nations', TORONTO, 'E 0 exempt_first_nations'],
    ['of a province too', 'first_nations CA', VANCOUVER, 'E 0 exempt_first_nations'],
    ['of sales tax', 'first_nations', TEXAS, `S 6.25 taxed + ${UNUSED}`],
  ])('%s: %s', (_, certificate, sale, expected) => {
    expect(outcomeAndWarnings(sale, bookOf(certificate))).toBe(expected);
  });
});

describe('certificates of all kinds', () => {
  it('are told to engines of others where the law of the country knows them', () => {
    const kindsTold = (to: string) =>
      EXEMPTION_KINDS.filter((kind) => {
        const { seller, customer, date } = caseRequest({ ...AT_HOME, to });
        return bookOf(kind).certificateOf(aRequest([], { seller, customer, date })) !== null;
      });
    const treaties = ['diplomatic', 'union_body', 'international_organisation', 'armed_forces'];
    expect(kindsTold('DE')).toEqual(['other', ...treaties]);
    expect(kindsTold('US-TX')).toEqual(['other', 'resale']);
    expect(kindsTold('CA-BC')).toEqual(['other', 'first_nations']);
    expect(kindsTold('GB')).toEqual(['other']);
  });
});
