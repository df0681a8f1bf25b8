import { currencyDigits, formatUnits, trimDecimal, type Currency } from '@quittance/money';
import { create } from 'xmlbuilder2';

/** An element: its text, or attributes (`@name`), text (`#`) and children in their order. */
export type Xml = string | XmlNode | readonly XmlNode[] | null | undefined;
export interface XmlNode {
  readonly [name: string]: Xml | readonly string[];
}

/**
 * The document, with what XML cannot hold left out of its texts. Nothing is written of what is
 * null or a text of nothing but blanks: no element is empty (PEPPOL-EN16931-R008).
 */
export function writeXml(root: XmlNode): string {
  const said = withoutEmpty(root);
  const document = create({ encoding: 'UTF-8', invalidCharReplacement: '' }, said as object);
  return `${document.end({ prettyPrint: true })}\n`;
}

function withoutEmpty(node: Xml | readonly string[]): unknown {
  if (typeof node === 'string') return node.trim() === '' ? null : node;
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map(withoutEmpty);
  return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, withoutEmpty(each)]));
}

/** An amount with two decimals, as receivers expect them of any currency. */
export function amountText(minor: bigint, currency: Currency): string {
  const digits = currencyDigits(currency);
  return formatUnits(minor * 10n ** BigInt(2 - digits), 2);
}

/** A number in its shortest form. */
export function numberText(text: string): string {
  return trimDecimal(text);
}
