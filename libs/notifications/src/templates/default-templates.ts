import type { EmailTemplateCode } from './catalogue.js';
import { TEMPLATE_KINDS } from './catalogue.js';
import type { EmailTemplate } from './email-template.js';

interface Wording {
  readonly subject: string;
  /** One paragraph each, in Liquid; the same words stand in the HTML and in the text. */
  readonly paragraphs: readonly string[];
  /** A link under a word for it, left out where the variable is empty. */
  readonly link?: { readonly to: string; readonly label: string };
}

const BALANCE = '{{ invoice.balance | money: invoice.currency }}';
const DUE = '{{ invoice.dueDate | long_date }}';
const DEAR = 'Dear {{ account.name }},';
const DAYS = '{{ daysOverdue }} {% if daysOverdue == 1 %}day{% else %}days{% endif %}';
const PAY = { to: 'paymentLink', label: 'Pay online' };
const SET_PASSWORD = { to: 'link', label: 'Set your password' };

const WORDINGS: Readonly<Record<EmailTemplateCode, Wording>> = {
  INVOICE_SENT: {
    subject: 'Invoice {{ invoice.number }} from {{ company.name }}',
    paragraphs: [
      DEAR,
      'Your invoice {{ invoice.number }} of {{ invoice.issueDate | long_date }} comes to ' +
        '{{ invoice.total | money: invoice.currency }}' +
        '{% if invoice.poNumber %} (your order {{ invoice.poNumber }}){% endif %}.',
      `${BALANCE} is due by ${DUE}.`,
    ],
    link: PAY,
  },
  DUNNING_PAYMENT_RETRY: {
    subject: 'Payment of invoice {{ invoice.number }} is outstanding',
    paragraphs: [
      DEAR,
      `We have not received your payment of invoice {{ invoice.number }}, due on ${DUE}. ` +
        `${BALANCE} is open.`,
      '{% if paymentLink %}You can pay at once with the link below.{% else %}' +
        'Please transfer the amount to us.{% endif %}',
      'If you have paid in the meantime, please disregard this message.',
    ],
    link: PAY,
  },
  DUNNING_REMINDER: {
    subject: 'Reminder: invoice {{ invoice.number }} is overdue',
    paragraphs: [
      DEAR,
      `Invoice {{ invoice.number }} was due on ${DUE} and is ${DAYS} overdue. ${BALANCE} is open.`,
      'Please pay it now, or tell us if something about the invoice is not right.',
      'If you have paid in the meantime, please disregard this message.',
    ],
    link: PAY,
  },
  DUNNING_WARNING: {
    subject: 'Final notice: invoice {{ invoice.number }}',
    paragraphs: [
      DEAR,
      `Despite our reminders, invoice {{ invoice.number }} is still unpaid. It was due on ${DUE}, ` +
        `${DAYS} ago, and ${BALANCE} is open.`,
      'If we do not receive your payment soon, we may have to suspend the services it is for.',
      'Please pay now, or answer this message so that we can find a solution.',
    ],
    link: PAY,
  },
  PAYMENT_RECEIVED: {
    subject: 'We have received your payment {{ payment.number }}',
    paragraphs: [
      DEAR,
      'Thank you for your payment of {{ payment.amount | money: payment.currency }}' +
        '{% if invoice.number %} for invoice {{ invoice.number }}, of which ' +
        `${BALANCE} remains open{% endif %}.`,
    ],
  },
  CREDIT_NOTE_ISSUED: {
    subject: 'Credit note {{ creditNote.number }} from {{ company.name }}',
    paragraphs: [
      DEAR,
      'We have issued credit note {{ creditNote.number }} of ' +
        '{{ creditNote.total | money: creditNote.currency }} to you.',
      'It is set off against your invoices or paid back to you.',
    ],
  },
  USER_INVITED: {
    subject: 'Your access to {{ company.name }}',
    paragraphs: [
      'Hello {{ user.name }},',
      '{{ company.name }} has given you access to Quittance. ' +
        'You sign in as {{ user.email }}, with a password that you choose with the link below.',
      'The link works once. If it has expired, ask an administrator for a new invitation.',
    ],
    link: SET_PASSWORD,
  },
  USER_PASSWORD_RESET: {
    subject: 'Set a new password',
    paragraphs: [
      'Hello {{ user.name }},',
      'Somebody asked for a new password for {{ user.email }} at {{ company.name }}. ' +
        'If it was you, choose one with the link below. It works once, for one hour.',
      'If it was not you, ignore this message: your password stays as it is.',
    ],
    link: SET_PASSWORD,
  },
  WEBHOOK_DISABLED: {
    subject: 'The webhook {{ webhook.url }} was switched off',
    paragraphs: [
      'Hello,',
      'The webhook {{ webhook.url }} of {{ company.name }} was switched off. The reason: ' +
        '{{ webhook.disabledReason }}',
      'Repair the endpoint, switch the webhook on again and replay what it has missed.',
    ],
  },
  RECORD_NOTICE: {
    subject: '{{ record.object }} {{ record.title }}: {{ rule.name }}',
    paragraphs: ['Hello,', '{{ message }}', '{{ record.object }}: {{ record.title }}'],
  },
};

const PARAGRAPH = 'margin:0 0 16px';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f4b99;color:#ffffff;' +
  'text-decoration:none;font-weight:600';

function htmlOf({ paragraphs, link }: Wording): string {
  const body = paragraphs.map((text) => `    <p style="${PARAGRAPH}">${text}</p>`);
  if (link) {
    body.push(
      `    {% if ${link.to} %}<p style="${PARAGRAPH}">` +
        `<a href="{{ ${link.to} }}" style="${BUTTON}">${link.label}</a></p>{% endif %}`,
    );
  }
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f5f7">
  <div style="max-width:560px;margin:0 auto;padding:28px;border-radius:8px;background:#ffffff;
    color:#1c2430;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
${body.join('\n')}
    <p style="margin:24px 0 0;color:#5b6675">{{ company.legalName }}</p>
  </div>
</body>
</html>
`;
}

function textOf({ paragraphs, link }: Wording): string {
  const call = link && `{% if ${link.to} %}\n\n${link.label}: {{ ${link.to} }}{% endif %}`;
  return `${paragraphs.join('\n\n')}${call ?? ''}\n\n-- \n{{ company.legalName }}\n`;
}

/** What is in force until a company saves a template of its own. */
export function defaultTemplate(code: EmailTemplateCode): EmailTemplate {
  return DEFAULTS[code];
}

const DEFAULTS = Object.fromEntries(
  Object.entries(WORDINGS).map(([code, wording]) => [
    code,
    {
      code,
      subject: wording.subject,
      html: htmlOf(wording),
      text: textOf(wording),
      language: null,
      active: TEMPLATE_KINDS[code as EmailTemplateCode].activeByDefault,
      source: 'default',
      version: 0,
      updatedAt: null,
    },
  ]),
) as Readonly<Record<EmailTemplateCode, EmailTemplate>>;
