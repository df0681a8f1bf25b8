/**
 * The signs of currencies that have one of their own, as Unicode CLDR 48 shows them where no other
 * currency is meant: `$` is that of several.
 */
const SIGNS = `
AED=د.إ
ARS=$
AUD=$
BDT=৳
BRL=R$
CAD=$
CHF=CHF
CLP=$
CNY=¥
COP=$
CRC=₡
CZK=Kč
DKK=kr
EGP=E£
EUR=€
GBP=£
GEL=₾
GHS=GH₵
HKD=$
HUF=Ft
IDR=Rp
ILS=₪
INR=₹
ISK=kr
JPY=¥
KES=KSh
KRW=₩
KZT=₸
LKR=Rs
MNT=₮
MXN=$
MYR=RM
NGN=₦
NOK=kr
NPR=Rs
NZD=$
PEN=S/
PHP=₱
PKR=Rs
PLN=zł
PYG=₲
RON=lei
RUB=₽
SEK=kr
SGD=$
THB=฿
TRY=₺
TWD=$
TZS=TSh
UAH=₴
UGX=USh
USD=$
UYU=$
VND=₫
ZAR=R`;

/** Code → sign; a code that is not here is shown as itself. */
export const CURRENCY_SYMBOLS: ReadonlyMap<string, string> = new Map(
  SIGNS.trim()
    .split('\n')
    .map((line): [string, string] => [line.slice(0, 3), line.slice(4)]),
);
