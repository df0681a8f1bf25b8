import type { MasterType } from '../master.js';

/** Types that begin with entries of ours, in the order in which they are shown. */
type Seeded = Exclude<MasterType, 'country' | 'state' | 'city'>;

/** `code=Name`, and a colour where one helps to read a list at a glance. */
export const DEFAULT_ENTRIES: Readonly<Record<Seeded, string>> = {
  lead_source: `web=Web site|referral=Referral|partner=Partner|campaign=Campaign|
    trade_show=Trade show|cold_call=Cold call|advertisement=Advertisement|
    social_media=Social media|e_mail=E-mail|word_of_mouth=Word of mouth|other=Other`,
  account_type: `customer=Customer|prospect=Prospect|partner=Partner|reseller=Reseller|
    supplier=Supplier|investor=Investor|competitor=Competitor|other=Other`,
  industry: `agriculture=Agriculture|automotive=Automotive|banking=Banking|
    chemicals=Chemicals|construction=Construction|consulting=Consulting|
    consumer_goods=Consumer goods|education=Education|electronics=Electronics|energy=Energy|
    engineering=Engineering|entertainment=Entertainment|food=Food and beverages|
    government=Government|health_care=Health care|hospitality=Hospitality|insurance=Insurance|
    machinery=Machinery|manufacturing=Manufacturing|media=Media|non_profit=Non-profit|
    pharmaceuticals=Pharmaceuticals|real_estate=Real estate|retail=Retail|technology=Technology|
    telecommunications=Telecommunications|textiles=Textiles|transport=Transport and logistics|
    utilities=Utilities|wholesale=Wholesale|other=Other`,
  rating: `hot=Hot#d92d20|warm=Warm#f79009|cold=Cold#2e90fa`,
  ownership: `public=Public|private=Private|subsidiary=Subsidiary|partnership=Partnership|
    sole_proprietor=Sole proprietor|government=Government|non_profit=Non-profit|other=Other`,
  case_origin: `e_mail=E-mail|phone=Phone|web=Web form|portal=Portal|chat=Chat|
    social_media=Social media|in_person=In person`,
  case_reason: `question=Question|problem=Problem|complaint=Complaint|billing=Billing|
    delivery=Delivery|installation=Installation|performance=Performance|breakage=Breakage|
    feature_request=Feature request|other=Other`,
  case_priority: `low=Low#98a2b3|medium=Medium#2e90fa|high=High#f79009|urgent=Urgent#d92d20`,
  task_priority: `low=Low#98a2b3|normal=Normal#2e90fa|high=High#d92d20`,
  approval_status: `pending=Pending#f79009|approved=Approved#12b76a|rejected=Rejected#d92d20|
    recalled=Recalled#98a2b3`,
  tax: `standard=Standard rate|reduced=Reduced rate|super_reduced=Super-reduced rate|
    zero=Zero rate|exempt=Exempt|reverse_charge=Reverse charge|out_of_scope=Out of scope`,
};
