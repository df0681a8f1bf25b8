import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { E_INVOICE_PROFILES, type EInvoiceProfile } from '@quittance/documents';
import {
  E_INVOICE_FORMATS,
  type EInvoiceFault,
  type EInvoiceFormat,
} from '@quittance/documents/host';
import { BooleanField, EnumField, ListField, TextField } from '@quittance/http/host';

const LANGUAGE = {
  optional: true,
  description: 'That of the company’s documents when absent.',
} as const;

const PROFILE = {
  optional: true,
  description:
    'Whose rules it keeps: the norm’s alone (`en16931`), those of German authorities ' +
    '(`xrechnung`) or of the Peppol network (`peppol-bis-3`). That of the document when absent.',
} as const;

export class PrintQuery {
  @EnumField(DOCUMENT_LANGUAGES, LANGUAGE) language?: DocumentLanguage;
}

export class EInvoiceQuery extends PrintQuery {
  @EnumField(E_INVOICE_FORMATS, {
    optional: true,
    description:
      'UBL 2.1 when absent, UN/CEFACT CII, a PDF with the CII inside (Factur-X), or the JSON ' +
      'that India’s invoice registration portal takes (INV-01 1.1), for supplies between ' +
      'registered parties.',
  })
  format?: EInvoiceFormat;
  @EnumField(E_INVOICE_PROFILES, PROFILE) profile?: EInvoiceProfile;
}

/** A rule that a document does not keep. */
export class EInvoiceFaultDto implements EInvoiceFault {
  @TextField({ max: 60, example: 'BR-DE-15', description: 'Its name in the rules.' }) rule: string;
  @TextField({
    max: 200,
    optional: true,
    example: '/buyerReference',
    description:
      'Where it belongs: in the document, in its account (`/account/…`) or in the company ' +
      '(`/company/…`). Absent where no single member tells it.',
  })
  pointer?: string;
  @TextField({ max: 500 }) message: string;
}

/** Whether an electronic invoice can be made of a document once it is sent. */
export class EInvoiceCheckDto {
  @EnumField(E_INVOICE_FORMATS) format: EInvoiceFormat;
  @EnumField(E_INVOICE_PROFILES) profile: EInvoiceProfile;
  @BooleanField({ description: 'Whether nothing is in the way.' }) possible: boolean;
  @ListField(() => EInvoiceFaultDto, { maxItems: 10_000 }) faults: readonly EInvoiceFaultDto[];
}
