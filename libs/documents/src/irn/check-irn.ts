import { sumOf } from '@quittance/money';
import type { EInvoiceFault } from '../e-invoices/e-invoice.js';
import { unmet, type Requirement } from '../e-invoices/unmet.js';
import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import { hsnOf } from './hsn-code.js';
import { spreadAllowances } from './spread-allowances.js';
import {
  buyerGstin,
  leavesIndia,
  isReverse,
  pinOf,
  sellerGstin,
  stateTaxOf,
  taxOf,
} from './irn.js';

/** Nothing but these may bear tax on an Indian tax invoice between registered parties. */
const GST = ['gst_cgst', 'gst_sgst', 'gst_utgst', 'gst_igst'];
const NUMBER = /^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$/;
/** Of goods or of services; the portal wants six digits at least. */
const HSN = /^\d{6}(?:\d{2})?$/;

/**
 * What keeps a document from being registered with India's invoice portal, one fault for each
 * thing; none when it may be sent there. Supplies between registered parties in India, and exports.
 * Pure.
 */
export function irnFaults(written: PrintableInvoice): EInvoiceFault[] {
  const { lines, left } = spreadAllowances(written.lines);
  const document = { ...written, lines };
  return unmet([
    ...left.map(leftRequirement),
    [
      'DocDtls.No',
      NUMBER.test(document.number),
      'The number is longer than 16 characters, has others than letters, digits, - and /, or ' +
        'begins with 0, - or /.',
    ],
    ['ValDtls', document.currency === 'INR', 'The portal takes amounts in rupees only.'],
    ...partyRequirements(document),
    [
      'DocDtls',
      !document.registration?.cancelledOn,
      'The registration was cancelled: the portal takes the number no second time.',
    ],
    ['ItemList', document.lines.length > 0, 'There is no line.'],
    ...document.lines.flatMap((line) => lineRequirements(line, isReverse(document))),
    ['ItemList.Tax', splitsAlike(document), 'A supply bears either CGST and SGST or IGST.'],
    [
      'ValDtls.TotInvVal',
      left.length > 0 || sumOf(lines.map(({ total }) => total)) === document.total,
      'The lines do not add up to the total.',
    ],
  ]);
}

function partyRequirements(document: PrintableInvoice): Requirement[] {
  const { seller, buyer } = document;
  const sides = [
    ['SellerDtls', 'seller', seller.address, sellerGstin(document)],
    ['BuyerDtls', 'buyer', buyer.address, buyerGstin(document)],
  ] as const;
  return sides.flatMap(([name, who, address, gstin]): Requirement[] => {
    const isAbroad = who === 'buyer' && leavesIndia(document);
    return [
      [`${name}.Gstin`, isAbroad || gstin, `The ${who} has no valid GSTIN.`],
      [`${name}.Addr1`, address.line1?.trim(), `The street of the ${who} is missing.`],
      [`${name}.Loc`, address.city?.trim(), `The city of the ${who} is missing.`],
      [
        `${name}.Pin`,
        isAbroad || pinOf(address),
        `The postal code of the ${who} is not one of India.`,
      ],
    ];
  });
}

/** What INV-01 has no place for is told of by what to do instead. */
function leftRequirement({ position, adjustment }: PrintableLine): Requirement {
  if (adjustment?.kind === 'charge') {
    const message = 'a charge on the whole document has no HSN or SAC code: make it a line.';
    return ['ValDtls.OthChrg', false, `Line ${position}: ${message}`];
  }
  const message = 'the lines that are taxed as the allowance is come to less than it.';
  return ['ValDtls.Discount', false, `Line ${position}: ${message}`];
}

function lineRequirements(line: PrintableLine, isReversed: boolean): Requirement[] {
  const { position, quantity, net, total, taxes } = line;
  const at = `Line ${position}`;
  const tax = sumOf(GST.map((kind) => taxOf(line, kind)));
  const foreign = taxes.filter(({ kind, tax: amount }) => amount !== 0n && !GST.includes(kind));
  return [
    [
      'ItemList.HsnCd',
      HSN.test(hsnOf(line) ?? ''),
      `${at}: the product has no HSN or SAC code of six or eight digits, nor is the tax code one.`,
    ],
    [
      'ItemList.AssAmt',
      net >= 0n && !quantity.startsWith('-') && !line.unitPrice.startsWith('-'),
      `${at}: what is taken back goes on a credit note, not on a line below zero.`,
    ],
    [
      'ItemList.GstRt',
      foreign.length === 0 && (isReversed || tax === total - net),
      `${at}: it bears another tax than GST.`,
    ],
    [
      'ItemList.CgstAmt',
      taxOf(line, 'gst_cgst') === stateTaxOf(line),
      `${at}: CGST and SGST are not equal.`,
    ],
  ];
}

function splitsAlike({ lines }: PrintableInvoice): boolean {
  const kinds = new Set(lines.flatMap(({ taxes }) => taxes.map(({ kind }) => kind)));
  const within = ['gst_cgst', 'gst_sgst', 'gst_utgst'].some((kind) => kinds.has(kind));
  return !kinds.has('gst_igst') || !within;
}
