/** How documents look on a page of the web, and on paper when that page is printed. */
export const HTML_STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#e9ecf0;color:#1a202c;font:14px/1.45 "Noto Sans","Noto Sans Arabic","Noto Sans Hebrew","Noto Sans Devanagari","Noto Sans JP",system-ui,sans-serif}
main{position:relative;background:#fff;max-width:210mm;margin:24px auto;padding:16mm 17mm;box-shadow:0 1px 6px rgba(0,0,0,.18)}
header{display:flex;justify-content:space-between;gap:24px;border-block-end:1px solid #d5dae1;padding-block-end:16px;margin-block-end:24px}
header img{max-width:66mm;max-height:22mm}
.wordmark{font-size:22px;font-weight:600}
.sender{text-align:end;color:#5b6472;font-size:12px}
.sender strong{color:#1a202c;font-size:14px}
h1{font-size:30px;margin:0 0 14px;font-weight:600}
h2{font-size:12px;color:#5b6472;margin:0 0 4px;font-weight:600}
.mark{position:absolute;inset:0;display:flex;align-items:center;justify-content:center;font-size:120px;font-weight:600;color:#eef0f3;transform:rotate(-45deg);pointer-events:none}
main>:not(.mark){position:relative}
.parties{display:flex;justify-content:space-between;gap:32px;margin-block-end:26px}
.parties>*{flex:1}
address{font-style:normal}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 20px;margin:0}
dt{color:#5b6472;font-size:12px;align-self:center}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
.payment dd{text-align:start}
table{width:100%;border-collapse:collapse}
thead{display:table-header-group}
th{background:#f3f5f8;color:#5b6472;font-size:11.5px;text-align:start;padding:7px 6px;vertical-align:bottom}
td{padding:7px 6px;border-block-end:1px solid #d5dae1;vertical-align:top}
tr{break-inside:avoid}
tbody tr:last-child{break-before:avoid}
.end{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
th.end{white-space:normal}
.text{white-space:pre-line;overflow-wrap:anywhere}
small{display:block;color:#5b6472;font-size:11.5px}
.sums{display:flex;gap:32px;align-items:flex-start;margin-block:18px 24px;break-inside:avoid;break-before:avoid}
.sums>*{flex:1}
.sums td{border:0;padding-block:3px}
.sums .strong td{font-weight:600;border-block-start:1px solid #d5dae1}
.sums .due td{background:#f3f5f8;font-size:18px;font-weight:600;padding-block:9px}
.payment{display:flex;justify-content:space-between;gap:24px;background:#f3f5f8;padding:16px;margin-block-end:20px;break-inside:avoid}
.payment a{display:inline-block;color:#1f5fbf;font-weight:600;margin-block-end:6px}
.payment figure{margin:0;text-align:center}
.payment svg{width:32mm;height:32mm;background:#fff}
figcaption{color:#5b6472;font-size:11px}
tbody .strong td{font-weight:600}
.signature{margin-block-start:20px;break-inside:avoid}
.signature dd{text-align:start}
.signature img{max-height:22mm;max-width:80mm}
.typed{font-size:22px;margin:8px 0}
.blanks{display:flex;gap:20px;margin-block-start:44px;color:#5b6472;font-size:11px}
.blanks>*{flex:1;border-block-start:1px solid #5b6472;padding-block-start:3px}
footer{display:flex;gap:24px;border-block-start:1px solid #d5dae1;margin-block-start:28px;padding-block-start:8px;color:#5b6472;font-size:11px}
footer>*{flex:1}
@media screen and (max-width:640px){
main{margin:0;padding:20px 16px;max-width:none;box-shadow:none;overflow:hidden;overflow-wrap:anywhere}
header,.parties,.sums,.payment,footer{flex-direction:column;gap:16px}
.sums,.payment{align-items:stretch}
.sender{text-align:start}
h1{font-size:24px}
.mark{font-size:64px;overflow:hidden}
.wide table,.wide tbody,.wide tr,.wide td{display:block}
.wide thead,.wide td:not([data-label]):not(.text){display:none}
.wide tr{border-block-end:1px solid #d5dae1;padding-block:8px}
.wide td{border:0;padding:1px 0}
.wide td[data-label]{display:flex;justify-content:space-between;gap:16px}
.wide td[data-label]::before{content:attr(data-label);color:#5b6472;text-align:start}
.wide .text{padding-block-end:4px}
.end{white-space:normal}
.sums .due td{font-size:16px}
}
@page{margin:16mm 17mm;@bottom-right{content:counter(page) " / " counter(pages);color:#5b6472;font-size:9px}}
@media print{body{background:none}main{margin:0;padding:0;box-shadow:none;max-width:none}th,.payment,.sums .due td{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
