import type { DomainError } from '@quittance/kernel';
import { readBankDetails, type SaidBankDetails } from './bank-details.js';

const IBAN = 'DE02 1203 0000 0000 2020 51';

function pointersOf(said: SaidBankDetails): readonly string[] {
  try {
    readBankDetails(said);
  } catch (error) {
    const { errors = [] } = (error as DomainError).options;
    return errors.map(({ pointer = '' }) => pointer);
  }
  return [];
}

test('an account is read without blanks, and what is not said is not there', () => {
  const read = readBankDetails({ accountName: ' Nuts Ltd ', iban: IBAN.toLowerCase() });
  expect(read).toEqual({
    accountName: 'Nuts Ltd',
    bankName: null,
    accountNumber: null,
    iban: 'DE02120300000000202051',
    bic: null,
    branchCode: null,
  });
});

test.each<[SaidBankDetails, string[]]>([
  [{}, ['/accountName', '/iban']],
  [{ accountName: 'N', iban: 'DE03 1203 0000 0000 2020 51' }, ['/iban']],
  [{ accountName: 'N', accountNumber: '12 34-5' }, ['/accountNumber']],
  [{ accountName: 'N', accountNumber: '123456', bic: 'SHORT' }, ['/bic']],
  [{ accountName: 'N', accountNumber: '123456', branchCode: 'HDFC0000001' }, []],
])('%j is refused at %j', (said, pointers) => {
  expect(pointersOf(said)).toEqual(pointers);
});
